"""Do measures rank systems as people do?"""
