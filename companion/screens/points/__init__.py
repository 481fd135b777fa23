"""Pictures of points games."""
