"""Pictures of trick games."""
