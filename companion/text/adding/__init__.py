"""The words of the games that add up a total."""
