"""The reader node: its frames, the link to it, and its firmware."""
