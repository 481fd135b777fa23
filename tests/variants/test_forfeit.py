"""The forfeit for a lost game: set by a file, stored in the journal, listed with the rules."""

import json
from pathlib import Path

import pytest

from companion.games.adding.description import in_force
from companion.games.adding.rules import adding_rules_in_force
from companion.games.adding.variant import AddingVariant
from companion.variants import load_variants
from companion.variants.reading import read_variant, write_variant
from tests.table.tables import VARIANTS
from tests.worded import worded

ROW = ("Who loses", "takes a drink")


def rows_of(name: str, **house: object) -> tuple[tuple[str, str], ...]:
    variant = VARIANTS[name]
    assert isinstance(variant, AddingVariant)
    rows: tuple[tuple[str, str], ...] = worded(
        in_force(adding_rules_in_force(variant, house, 4)).others
    )
    return rows


def test_journal_has_a_forfeit_only_for_games_with_one() -> None:
    kept = {
        name
        for name, variant in VARIANTS.items()
        if "forfeit" in json.loads(write_variant(variant))
    }
    assert kept == {"ninety-eight"}
    assert read_variant(write_variant(VARIANTS["ninety-eight"])) == VARIANTS["ninety-eight"]


@pytest.mark.parametrize(("bust", "is_told"), [("lose", True), ("out", False)])
def test_forfeit_is_listed_if_a_game_can_be_lost(bust: str, is_told: bool) -> None:
    assert (worded(ROW in rows_of("ninety-eight", bust=bust))) == worded(is_told)


@pytest.mark.parametrize(
    ("said", "forfeit"),
    [("", "takes a drink"), ('forfeit = "washes up"\n', "washes up"), ('forfeit = ""\n', "")],
)
def test_game_inherits_the_forfeit_of_its_parent(tmp_path: Path, said: str, forfeit: str) -> None:
    (tmp_path / "ours.toml").write_text(
        f'extends = "ninety-eight"\ntitle = "Ours"\n{said}', "utf-8"
    )
    ours = load_variants(tmp_path).variants["ours"]
    assert isinstance(ours, AddingVariant)
    assert adding_rules_in_force(ours, {}, 3).forfeit == forfeit


def test_forfeit_fits_on_the_display(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        f'extends = "ninety-eight"\ntitle = "Ours"\nforfeit = "{"x" * 25}"'
    )
    assert "ours" not in load_variants(tmp_path).variants
