"""Dialogs in which the table and the box find out why they differ, and put it right."""
