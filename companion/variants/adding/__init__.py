"""Describes the rules of the games that add up a total."""
