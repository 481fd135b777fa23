"""The changes of the floor's schema, applied in their order by Alembic."""
