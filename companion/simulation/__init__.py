"""The box without a Pi: models at the far end of the real drivers, and the panel in the browser."""
