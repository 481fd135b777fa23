"""Looks after an installed box: sets it up, examines it, and goes back to the version before."""
