"""Describes the rules of trick games."""
