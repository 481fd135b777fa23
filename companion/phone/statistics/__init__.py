"""The page of the evening: the journal replayed, charts, pots, players and the export."""
