"""What the page on the phone says of a trick game."""
