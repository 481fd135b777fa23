"""The page's view of a trick game."""
