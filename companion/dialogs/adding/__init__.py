"""What the box asks only in adding games."""
