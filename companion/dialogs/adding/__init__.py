"""Dialogs that the box opens only in adding games."""
