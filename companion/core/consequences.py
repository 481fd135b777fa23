"""What happens to people: who pays, takes, drinks, scores, goes out or wins
(docs/reference/rules.md section 1.12).
"""

from typing import Annotated, Literal

from msgspec import Meta

from companion.core.frozen import Frozen

Who = Literal["player", "others", "everyone", "next", "previous", "named", "last payer"]
Does = Literal[
    "pays",
    "takes",
    "drinks",
    "scores",
    "draws",
    "is out",
    "wins the hand",
    "wins the game",
    "starts a new pile",
]
With = Literal["pot", "player", "others"]
Going = Literal["up", "down"]

OF_CHIPS = frozenset({"pays", "takes"})
OF_AMOUNTS = OF_CHIPS | {"drinks", "scores", "draws"}


class Consequence(
    Frozen,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"other": "with"},
):
    """Each of `who` does something, with `how_many` chips, drinks, points or cards.

    Points may be lost; "pile" are as many points as cards lie on the pile. "over" is the number by
    which a play went over the target.
    `other` is the other side of chips, which a file calls ``with``. `going` limits what happens
    when a total is passed to one direction.
    """

    does: Does
    who: Who = "player"
    how_many: Annotated[int, Meta(ge=-9999, le=9999)] | Literal["pile", "over"] = 1
    other: With = "pot"
    going: Going | None = None


Consequences = tuple[Consequence, ...]


def all_of(one_or_more: Consequence | Consequences) -> Consequences:
    """Return what a file writes as one table or as a list of tables."""
    return (one_or_more,) if isinstance(one_or_more, Consequence) else one_or_more
