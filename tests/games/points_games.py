"""Points games for tests: the bundled one under house rules, and games from a file."""

from functools import cache
from typing import Any

from companion.core.family import Variant
from companion.games.points.engine import PointsState
from companion.games.points.variant import PointsVariant
from companion.variants import load_variants
from companion.variants.reading import finish_variant, merge_content, read_content
from tests.docs.pages import ROOT, fenced, section
from tests.drivers.game import GameDriver
from tests.table.tables import VARIANTS

WIZARD = ROOT / "tests/variants/shown/wizard-with-bids.toml"
HEAD = 'family = "points"\ntitle = "Ours"\nshort = "O"\n'
"""The keys that every file of a points game must have."""


@cache
def shelf_with_points_games() -> dict[str, Variant]:
    """Return the bundled games, the points games of docs/reference/variant-files.md, and Wizard."""
    files = {file.stem: file.read_text("utf-8") for file in (ROOT / "docs").glob("my-*.toml")}
    (files["our-three-rounds"],) = fenced(
        section("reference/variant-files.md", "Points games"), "toml"
    )
    bids = load_variants(extra=[WIZARD]).variants[WIZARD.stem]
    return (
        VARIANTS
        | {WIZARD.stem: bids}
        | {
            name: finish_variant(name, merge_content(read_content(text), {}))
            for name, text in files.items()
            if text.startswith('family = "points"')
        }
    )


class PointsGame(GameDriver):
    """A points game in memory; the last of the players deals the first round.

    Args:
        file: a game file, or its text below `HEAD`; "" for a bundled game; or a variant.
        players: how many, the first of `NAMES`, or their names.
        variant: the bundled game, without a file.
        house: house rules.
    """

    def __init__(
        self,
        file: str | Variant = "",
        players: int | tuple[str, ...] = 4,
        variant: str = "points",
        **house: Any,
    ) -> None:
        variants = VARIANTS
        if not isinstance(file, str):
            variant, variants = file.name, {file.name: file}
        elif file:
            text = file if file.startswith("family") else HEAD + file
            variant = "ours"
            variants = {variant: finish_variant(variant, merge_content(read_content(text), {}))}
        super().__init__(variants=variants)
        self.begun = self.new(variant, players, **house)

    @property
    def rules(self) -> PointsVariant:
        assert isinstance(self.game.rules, PointsVariant)
        return self.game.rules

    @property
    def state(self) -> PointsState:
        assert isinstance(self.game.state, PointsState)
        return self.game.state

    @property
    def points(self) -> list[int]:
        return [player.points for player in self.state.players]

    @property
    def last(self) -> list[int]:
        return [player.last for player in self.state.players]

    @property
    def dealer(self) -> str | None:
        return self.state.name_of(self.state.dealer)

    @property
    def winners(self) -> list[str]:
        return [self.names[seat] for seat in self.state.winners]

    def rounds(self, *rounds: str) -> None:
        """Enter rounds and deal each one after the first. A round has the points of all players
        still in: "10 -5 0".
        """
        names = [player.name for player in self.state.players if player.still_in]
        for brought in rounds:
            if self.phase == "round-over":
                self.deal()
            self.score(dict(zip(names, map(int, brought.split()), strict=True)))
