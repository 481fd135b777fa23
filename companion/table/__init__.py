"""The table: one owner of the game that is on, and the journal that keeps every entry."""
