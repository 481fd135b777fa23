"""The page that sets up games: the catalogue, house rules, and games of one's own."""
