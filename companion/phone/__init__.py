"""The page on the phone: look, and rule with the code from the display."""
