"""Drivers for the parts of the box; each is optional and can be used on its own."""
