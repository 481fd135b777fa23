"""The page of a points game."""
