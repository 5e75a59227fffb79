"""redink: how well do GEC systems correct, how hard were the errors, how far can the numbers be trusted?"""
