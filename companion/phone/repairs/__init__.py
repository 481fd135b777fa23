"""Corrections from phones: explanations, and changes by hand."""
