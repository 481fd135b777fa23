"""The page of the evening: replays the journal for charts, pots, players and the export."""
