"""Reads small files and texts from other sources, and names their errors."""

LARGEST_TEXT = 60 * 1024
"""Maximum bytes of a user's file; the largest bundled variant has two thousand."""

MAX_SHOWN_LENGTH = 40
"""Maximum characters of a wrong value quoted in a message."""
