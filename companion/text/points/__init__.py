"""The words of points games."""
