"""Alembic's entry: applies the changes over the connection of the store."""

from alembic import context

from companion.floor.store import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
