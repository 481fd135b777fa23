"""Mistakes in hand-written game files: the file and key at fault are named, and other files still
work.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.foreign.schema_errors import validate
from companion.games.adding.variant import AddingFile, AddingVariant, CardEntry, FromPlayers
from companion.variants import load_variants
from companion.variants.show import check
from tests.drivers.game import GameDriver

OUR_GAME = 'extends = "ninety-nine"\ntitle = "Our game"\n'


def blamed(folder: Path) -> list[tuple[str, str]]:
    """Return the files that cannot be played, and the key of each."""
    return [(Path(problem.file).stem, problem.key) for problem in load_variants(folder).problems]


def test_mistake_is_reported_for_the_parent_and_not_for_its_child(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text(OUR_GAME + "[from_players.many]\ndecks = 2\n")
    (tmp_path / "child.toml").write_text('extends = "parent"\nplayers = [2, 4]\n')
    assert blamed(tmp_path) == [("parent", "from_players"), ("child", "extends")]


def test_child_for_fewer_players_ignores_its_parents_changes_for_more(
    tmp_path: Path,
) -> None:
    (tmp_path / "few.toml").write_text(OUR_GAME + "players = [2, 4]\n")
    (tmp_path / "more.toml").write_text(OUR_GAME + "players = [2, 5]\n")
    variants = load_variants(tmp_path).variants
    few, more = variants["few"], variants["more"]
    assert isinstance(few, AddingVariant)
    assert isinstance(more, AddingVariant)
    assert list(few.from_players) == []
    assert list(more.from_players) == [5]


def test_child_with_its_own_chips_keeps_them_for_more_players(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "ninety-nine"\ntitle = "Ours"\nchips = 4\n')
    rules = GameDriver(variants=load_variants(tmp_path).variants)
    rules.new("ours", 6)
    assert [player.chips for player in rules.adding.players] == [4] * 6
    assert rules.adding.stock == 2 * 52 - 6 * 3


def test_unreadable_file_cannot_be_played(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'title = "J\xf6rg"')
    assert not check([tmp_path / "missing.toml"]).plays
    assert not check([latin]).plays
    assert blamed(tmp_path) == [("latin", "")]


def test_link_to_itself_cannot_be_played(tmp_path: Path) -> None:
    circle = tmp_path / "circle.toml"
    circle.symlink_to(circle)
    assert not check([circle]).plays
    assert blamed(tmp_path) == [("circle", "")]


def test_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    twin = tmp_path / "ninety-nine.toml"
    twin.write_text(OUR_GAME)
    assert not check([twin]).plays
    assert blamed(tmp_path) == [("ninety-nine", "")]


@pytest.mark.parametrize("bad", ["target = 0", f"target = {'[' * 5000}"])
def test_bad_file_leaves_the_others_playable(tmp_path: Path, bad: str) -> None:
    (tmp_path / "bad.toml").write_text(bad)
    (tmp_path / "good.toml").write_text(OUR_GAME)
    shelf = load_variants(tmp_path)
    assert shelf.own == {"good"}
    assert len(shelf.variants) == len(load_variants().variants) + 1
    assert [problem.file for problem in shelf.problems] == [str(tmp_path / "bad.toml")]


def test_two_hundred_files_of_a_folder_are_read(tmp_path: Path) -> None:
    for number in range(201):
        (tmp_path / f"{number:03}.toml").touch()
    many, *others = load_variants(tmp_path).problems
    assert many.file == str(tmp_path)
    assert {"201", "200"} <= set(str(many).split())
    assert {problem.file for problem in others} == {
        str(tmp_path / f"{number:03}.toml") for number in range(200)
    }


# The wording of a mistake and the parsing of the file must never disagree.

SCRAPS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-12, 12)
    | st.sampled_from([9999, 10000, -10000, 1.5, "", "pip", "target", "chip", "x" * 24, "x" * 25]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["from", "to", "add", "set", "skip", "call", "decks", "A"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@given(st.sampled_from([AddingFile, CardEntry, FromPlayers]), st.data())
def test_mistake_is_found_exactly_if_the_file_is_refused(kind: Any, data: st.DataObject) -> None:
    keys = st.sampled_from([field.name for field in msgspec.structs.fields(kind)])
    raw = data.draw(st.dictionaries(keys, SCRAPS, max_size=2))
    assume(
        not any(raw.get(key) is True for key in ("chips", "floor"))
    )  # msgspec has no type for false alone
    try:
        msgspec.convert(raw, kind)
        refused = False
    except msgspec.ValidationError:
        refused = True
    assert refused == bool(list(validate(raw, kind)))
