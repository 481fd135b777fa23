"""The line protocol apart from the game: the rules as data, and games saved and loaded as text."""
