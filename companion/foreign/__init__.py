"""Reads small files and texts from other sources, and names their errors."""

from typing import Final

LARGEST_TEXT: Final = 60 * 1024
"""Maximum bytes of a user's file; the largest bundled variant has two thousand."""

MAX_SHOWN_LENGTH: Final = 40
"""Maximum characters of a wrong value quoted in a message."""
