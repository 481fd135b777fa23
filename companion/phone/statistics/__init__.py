"""The page of the evening: replays the journal for strips, pots, players and the export."""
