"""Lets phones put right what the box has wrong: explanations, and changes by hand."""
