"""What the line protocol answers besides the game: what can be played, the rules, a game as a text."""
