"""The words of trick games."""
