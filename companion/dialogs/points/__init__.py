"""Dialogs that the box opens only in points games."""
