"""The rules of the games that add up a total: 98, 99, One Hundred and their variants."""
