"""What the page on the phone says of a game that adds up a total."""
