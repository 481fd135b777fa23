"""Describes the rules of points games."""
