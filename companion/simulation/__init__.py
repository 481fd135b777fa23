"""The box without a Pi: models connected to the real drivers, and the panel in the browser."""
