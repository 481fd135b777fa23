"""What a phone puts right where the table and the box disagree."""
