"""What a page shows of a table, as values."""
