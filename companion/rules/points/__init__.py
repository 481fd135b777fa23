"""The rules of the points games: any other game of cards, of which only the points are kept."""
