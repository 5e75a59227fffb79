"""Looks at data that were read: is this what the user meant?"""
