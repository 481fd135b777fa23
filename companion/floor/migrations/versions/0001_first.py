"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    # The admitted tables of each room; `cookie` is what the box gave.
    op.create_table(
        "tables",
        sa.Column("room", sa.String(64), primary_key=True),
        sa.Column("box", sa.String(8), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("cookie", sa.Text, nullable=False),
    )
    # The journals, one a game of a box, and the key of each in `lines`.
    op.create_table(
        "journals",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("box", sa.String(8), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.UniqueConstraint("box", "name"),
    )
    # The lines of each journal; line 0 is its first.
    op.create_table(
        "lines",
        sa.Column("journal", sa.Integer, sa.ForeignKey("journals.key"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("chain", sa.String(16), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
    )
    # The file of the names of each box, the only place of names: replaced as a whole.
    op.create_table(
        "people",
        sa.Column("box", sa.String(8), primary_key=True),
        sa.Column("digest", sa.String(16), nullable=False),
        sa.Column("names", sa.LargeBinary, nullable=False),
    )
