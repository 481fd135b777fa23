"""The owner of the current game, and the journal that stores every entry."""
