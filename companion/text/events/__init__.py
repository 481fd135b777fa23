"""Rows of the history, and what is noted beside the commands."""
