"""Answers the line protocol besides the game:
tells the rules as data, saves and loads games as text.
"""
