"""Dialogs that find out why the table and the box differ, and correct the game."""
