"""The law that all games share: cards, commands, events, refusals, histories and the search."""
