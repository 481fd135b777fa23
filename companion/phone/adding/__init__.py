"""The page's view of a game that adds up a total."""
