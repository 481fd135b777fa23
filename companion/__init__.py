"""The table companion: keeps the total, the turn, the direction and the chips at a real card table."""
