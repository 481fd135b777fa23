"""The editor for the variants of adding games, and what it says of them."""
