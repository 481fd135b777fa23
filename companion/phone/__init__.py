"""The page on the phone: shows the table to everybody, and lets paired phones play."""
