"""What the box asks and shows, key by key: pure."""
