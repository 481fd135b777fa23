"""What the box asks only in trick games."""
