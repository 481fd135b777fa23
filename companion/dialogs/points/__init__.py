"""What the box asks only in points games."""
