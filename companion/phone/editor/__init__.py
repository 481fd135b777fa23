"""The page that sets up games: the catalogue, house rules, and the editor for variants."""
