"""Maintains an installed box: sets it up, examines it, and rolls back to the previous version."""
