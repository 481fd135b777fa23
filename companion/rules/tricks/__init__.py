"""The rules of the trick games: Arizona Spaghetti and its kin."""
