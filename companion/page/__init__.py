"""The content of a phone page as values."""
