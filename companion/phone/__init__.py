"""The page on the phone: all phones can watch the table, paired phones can play."""
