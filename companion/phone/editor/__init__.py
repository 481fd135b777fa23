"""The page that sets up games: the catalog, house rules, and the editor for variants."""
