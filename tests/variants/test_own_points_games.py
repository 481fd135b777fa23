"""Files of points games: what a child inherits from its parent, and which files are valid."""

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.errors import VariantError
from companion.games.points.variant import (
    PointsFile,
    PointsRound,
    PointsVariant,
    finish_points_variant,
    merge_points_file,
    points_rules_in_force,
)
from companion.variants import load_variants
from companion.variants.reading import read_variant, write_variant
from tests.games.points_games import HEAD

PARENT = f"""{HEAD}
source = "Ours."
target = 100
sums = [26]
[[rounds]]
says = "one"
[[rounds]]
times = 2
sums = [0]
"""


def extended(folder: Path, text: str) -> PointsVariant:
    """Return the game of a file that extends `PARENT`."""
    (folder / "parent.toml").write_text(PARENT, "utf-8")
    (folder / "child.toml").write_text(f'extends = "parent"\n{text}\n', "utf-8")
    shelf = load_variants(folder)
    assert shelf.problems == ()
    child = shelf.variants["child"]
    assert isinstance(child, PointsVariant)
    return child


def test_game_inherits_the_keys_that_it_does_not_set(tmp_path: Path) -> None:
    child = extended(tmp_path, 'wins = "lowest"\ntarget = false')
    assert (child.wins, child.target, child.sums, child.source) == ("lowest", None, (26,), "")
    assert [entry.times for entry in child.rounds] == [1, 2]


def test_sums_of_a_game_apply_to_rounds_without_sums(tmp_path: Path) -> None:
    rules = points_rules_in_force(extended(tmp_path, "sums = [30, 60]"), {}, 4)
    assert [rules.sums_of_round(number) for number in (1, 2, 3)] == [(30, 60), (0,), (30, 60)]


def test_inherited_rounds_after_the_last_round_are_left_out(tmp_path: Path) -> None:
    assert [entry.says for entry in extended(tmp_path, "last_round = 1").rounds] == ["one"]


def test_journal_stores_a_points_game_unchanged(tmp_path: Path) -> None:
    child = extended(tmp_path, "")
    assert read_variant(write_variant(child)) == child


def read_or_refused(raw: dict[str, Any]) -> PointsVariant | VariantError:
    try:
        return finish_points_variant("ours", merge_points_file(raw, {}))
    except VariantError as problem:
        return problem


SCRAPS = st.recursive(
    st.booleans()
    | st.integers(-3, 14)
    | st.sampled_from([100_000, 1.5, "", "highest", "lowest", "points", "own", "x" * 20, "x" * 21]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
ROUNDS = st.lists(
    st.dictionaries(
        st.sampled_from([*PointsRound.__struct_fields__, "wins", "time"]), SCRAPS, max_size=2
    ),
    max_size=3,
)


@given(
    st.dictionaries(st.sampled_from(PointsFile.__struct_fields__), SCRAPS, max_size=3),
    st.none() | SCRAPS | ROUNDS,
)
def test_random_file_is_refused_at_one_of_its_keys_or_can_be_played(
    raw: dict[str, Any], rounds: object
) -> None:
    raw = {"title": "Ours", "short": "O"} | raw | ({} if rounds is None else {"rounds": rounds})
    read = read_or_refused(raw)
    if isinstance(read, VariantError):
        assert read.key.split(".")[0] in raw
        assert "\n" not in str(read)
        assert "`" not in str(read)  # backquotes are msgspec's style
        return
    rules = points_rules_in_force(read, {}, 4)
    for number in range(1, 9):
        assert rules.round(number).times >= 1
        assert len(set(rules.sums_of_round(number))) == len(rules.sums_of_round(number))
    assert 2 <= read.players[0] <= read.players[1] <= 12
