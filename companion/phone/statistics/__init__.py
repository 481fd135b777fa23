"""The page of the evening: replays of the journal for strips, pots, players and the export."""
