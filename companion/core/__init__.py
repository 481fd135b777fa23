"""The rules engine shared by all games:
cards, commands, events, refusals, histories and the search.
"""
