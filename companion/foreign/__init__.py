"""Files and texts that others have written: what is read of them, and up to which size."""

from typing import Final

LARGEST_TEXT: Final = 60 * 1024
"""Bytes of a file that a user has written; the largest bundled variant has two thousand."""
