"""Dialogs that the box opens only in trick games."""
