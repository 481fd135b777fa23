"""A person writes a game in a text editor: whatever goes wrong is said with the file, the key and a cure."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.inspect import type_info

from companion.config.schema_errors import validate
from companion.rules.adding.variant import AddingFile, AddingVariant, CardEntry, FromPlayers
from companion.variants import load_variants
from companion.variants.show import check
from tests.variants.complaints import complaint

OUR_GAME = 'extends = "ninety-nine"\ntitle = "Our game"\n'

ADDS = (
    "write a whole number from -9999 to 9999, "
    'or a list in square brackets, not empty, each a whole number from -9999 to 9999, or "pip"'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # Words that are not in the language.
        ('titel = "x"', "titel: there is no such key, is title meant?"),
        ("[cards]\n4 = { revers = true }", "cards.4.revers: there is no such key, is reverse meant?"),
        ("[from_players.9]\ndeck = 2", "from_players.9.deck: there is no such key, is decks meant?"),
        (
            'bust = "chip"',
            (
                'bust: "chip" is not possible, write "chip, new hand", "chip, new pile", '
                '"chip, play on", "lose" or "out"'
            ),
        ),
        ('[shows]\nK = "win"', 'shows.K: "win" is not possible, write "everyone loses" or "wins"'),
        (
            '[exact]\n69 = "beer"',
            'exact.69: "beer" is not possible, write "chip", "drink", "point" or "reset"',
        ),
        # Values of the wrong kind or size.
        ('target = "99"', 'target: "99" is not possible, write a whole number, 1 or more'),
        ("jokers = 7", "jokers: 7 is not possible, write a whole number from 0 to 4"),
        ("chips = true", "chips: true is not possible, write a whole number, 1 or more, or false"),
        ("floor = 1", "floor: 1 is not possible, write a whole number, 0 or less, or false"),
        (
            "players = 2",
            "players: 2 is not possible, write a list in square brackets, each a whole number",
        ),
        ('short = "ninety"', 'short: "ninety" is not possible, write a text in quotes of up to 4 characters'),
        ('[cards]\n4 = { add = "pips" }', f'cards.4.add: "pips" is not possible, {ADDS}'),
        ("[cards]\n4 = { add = [] }", f"cards.4.add: [] is not possible, {ADDS}"),
        (
            "[cards]\nA = { set = { from = 1 } }",
            'cards.A.set.to: is missing, write a whole number from -9999 to 9999, or "target"',
        ),
        ("[cards]\n4 = 0", "cards.4: is a section: write [cards.4] on a line of its own, its keys below"),
        # Cards that are none, or are described badly.
        ("[cards]\n1 = { add = 1 }", "cards.1: '1' is no card: write a rank and a suit, like QS or 10H"),
        (
            "[cards]\n'QS/2' = { add = 1 }",
            "cards.QS/2: 'QS/2' names a deck; a card does the same from either deck",
        ),
        ('[cards]\n"A 2 A" = { add = 1 }', 'cards."A 2 A": A is described twice'),
        ("[cards]\n4 = {}", "cards.4: say one of add, set or multiply (add = 0 leaves the total)"),
        (
            "[cards]\n4 = { add = 1, set = 2 }",
            "cards.4: say one of add, set or multiply (add = 0 leaves the total)",
        ),
        ('[cards]\nJK = { add = "pip" }', "cards.JK: a joker has no pip value: write a number"),
        # Sayings that contradict each other.
        ("[cards]\nK = { set = 100 }", "cards.K: sets 100, over the target 99"),
        ("[cards]\nA = { set = { from = 9, to = 1 } }", "cards.A: from 9 to 1 is nothing to choose from"),
        ("[cards]\n10 = { add = [5, 5] }", "cards.10: the numbers to choose from must all differ"),
        (
            "[cards]\nA = { add = 0, again = true, skip = 1 }",
            "cards.A: choose_next, again and skip contradict each other: keep one",
        ),
        (
            "[cards]\nA = { add = 0, shield = true, knock_out = true }",
            "cards.A: a card cannot be the shield and knock out",
        ),
        (
            "[cards]\nAH = { add = 0, shield = true }",
            "cards: there is a shield, but no card knocks anybody out",
        ),
        ("[cards]\nJK = { add = 0 }", 'cards.JK: a joker always sets the target: write set = "target"'),
        ("chips = false", "bust: a bust costs a chip, but nobody has chips: give each some (chips = 5)"),
        ('bust = "out"\nchips = false\nhonor = true', "honor: is about chips, but nobody has any"),
        ('[exact]\n200 = "chip"', "exact: 200 is over the target 99 and never reached"),
        ("hand_size = 40", "hand_size: 2 players cannot be dealt 40 cards each"),
        ("players = [5, 2]", "players: write the fewest, at least 2, and perhaps the most: [2] or [3, 6]"),
        ("players = [2, 100]", "players: no table seats 100: write 99 at most"),
        ("players = [2, 1000000000]", "players: no table seats 1000000000: write 99 at most"),
        ("players = [2, 4]\n[from_players.5]\ndecks = 2", "from_players.5: nobody plays this with 5"),
        # Numbers that could stand there twice.
        ('[exact]\n"069" = "chip"', "exact: '069' is no whole number: write one like 5"),
        ("[from_players.-0]\ndecks = 2", "from_players: '-0' is no whole number: write one like 5"),
        # Keys that would not fit on the line.
        (
            '[exact]\n"6\\n9" = 1',
            'exact."6\\n9": 1 is not possible, write "chip", "drink", "point" or "reset"',
        ),
        ('[cards]\n"" = { add = 1 }', 'cards."": the key is empty: write the ranks or cards it is about'),
        # Keys of the other family.
        ("follow = true", "follow: is a key of trick games, which this is not: leave it out"),
    ],
)
def test_a_mistake_is_named(folder: Path, text: str, said: str) -> None:
    assert complaint(folder, OUR_GAME + text) == said


def test_a_game_that_says_too_little_is_asked_for_the_rest(folder: Path) -> None:
    assert complaint(folder, 'title = "Bare"') == (
        "short: is not said, neither here nor in a variant that this one extends"
    )
    with_cards = 'title = "B"\nshort = "B"\nhand_size = 3\ntarget = 9\nbust = "out"\n'
    assert complaint(folder, with_cards + "[cards]\nAS = { add = 1 }") == "cards: does not say what A does"


def test_a_game_can_only_extend_one_that_plays(folder: Path) -> None:
    assert (
        complaint(folder, 'extends = "ninety"')
        == "extends: no variant 'ninety' that can be played is there, is ninety-nine meant?"
    )
    assert complaint(folder, "extends = [1]") == "extends: [1] is not possible, write a text in quotes"


def test_games_that_extend_each_other_in_a_circle_are_told_so(folder: Path) -> None:
    assert complaint(folder, 'extends = "ours"') == "extends: goes in a circle: ours extends ours"
    (folder / "ours.toml").write_text('extends = "theirs"\n')
    (folder / "theirs.toml").write_text('extends = "yours"\n')
    (folder / "yours.toml").write_text('extends = "ours"\n')
    (folder / "a-child.toml").write_text('extends = "ours"\n')
    assert {problem.args[0].removeprefix(f"{folder}/") for problem in load_variants(folder).problems} == {
        "ours.toml: extends: goes in a circle: ours extends theirs extends yours extends ours",
        "theirs.toml: extends: goes in a circle: theirs extends yours extends ours extends theirs",
        "yours.toml: extends: goes in a circle: yours extends ours extends theirs extends yours",
        "a-child.toml: extends: no variant 'ours' that can be played is there",
    }


def test_a_game_is_not_blamed_for_the_one_it_extends(folder: Path) -> None:
    (folder / "parent.toml").write_text(OUR_GAME + "[from_players.many]\ndecks = 2\n")
    (folder / "child.toml").write_text('extends = "parent"\nplayers = [2, 4]\n')
    assert [problem.args[0].removeprefix(f"{folder}/") for problem in load_variants(folder).problems] == [
        "parent.toml: from_players: 'many' is no whole number: write one like 5",
        "child.toml: extends: no variant 'parent' that can be played is there",
    ]


def test_a_game_for_fewer_players_does_without_what_its_parent_changes_for_more(folder: Path) -> None:
    (folder / "few.toml").write_text(OUR_GAME + "players = [2, 4]\n")
    (folder / "more.toml").write_text(OUR_GAME + "players = [2, 5]\n")
    variants = load_variants(folder).variants
    few, more = variants["few"], variants["more"]
    assert isinstance(few, AddingVariant)
    assert isinstance(more, AddingVariant)
    assert list(few.from_players) == []
    assert list(more.from_players) == [5]


def test_a_file_that_is_no_toml_is_named_with_its_line(folder: Path) -> None:
    assert complaint(folder, OUR_GAME + "target = 9 9\n") == (
        "is no TOML: line 3: 'target = 9 9' cannot be read: "
        "behind = write one value, a text in quotes, and # before a remark"
    )


@pytest.fixture
def pythons_own_limit() -> Iterator[None]:
    """The digits that Python reads of a number, which a referee in the same process lifts."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    yield
    sys.set_int_max_str_digits(limit)


@pytest.mark.usefixtures("pythons_own_limit")
def test_a_file_that_is_more_than_can_be_read_is_named(folder: Path) -> None:
    assert complaint(folder, f"target = {'[' * 5000}") == (
        "is no TOML for a game: too many brackets stand within each other"
    )
    assert complaint(folder, f"target = {'9' * 5000}") == (
        "is no TOML for a game: a number in it has thousands of digits"
    )
    (folder / "good.toml").write_text(OUR_GAME)
    assert load_variants(folder).own == {"good"}


def test_a_file_that_cannot_be_read_is_named(folder: Path) -> None:
    missing = folder / "missing.toml"
    assert check([missing]) == (f"{missing}: cannot be read: No such file or directory\n", False)
    latin = folder / "latin.toml"
    latin.write_bytes(b'title = "J\xf6rg"')
    assert check([latin]) == (f"{latin}: is not UTF-8 text\n", False)


def test_a_name_that_is_taken_is_refused(folder: Path) -> None:
    twin = folder / "ninety-nine.toml"
    twin.write_text(OUR_GAME)
    assert check([twin]) == (f"{twin}: there is a variant 'ninety-nine' already: rename the file\n", False)


def test_a_bad_file_leaves_the_others_playable(folder: Path) -> None:
    (folder / "bad.toml").write_text("target = 0")
    (folder / "good.toml").write_text(OUR_GAME)
    shelf = load_variants(folder)
    assert shelf.own == {"good"}
    assert len(shelf.variants) == len(load_variants().variants) + 1
    assert [problem.file for problem in shelf.problems] == [str(folder / "bad.toml")]


# The words for a mistake and the reading of the file must never disagree.

SCRAPS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-12, 12)
    | st.sampled_from([9999, 10000, -10000, 1.5, "", "pip", "target", "chip", "x" * 24, "x" * 25]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["from", "to", "add", "set", "skip", "call", "decks", "A"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@given(st.sampled_from([AddingFile, CardEntry, FromPlayers]), st.data())
def test_a_mistake_is_found_exactly_where_the_file_is_refused(kind: Any, data: st.DataObject) -> None:
    keys = st.sampled_from([field.name for field in msgspec.structs.fields(kind)])
    raw = data.draw(st.dictionaries(keys, SCRAPS, max_size=2))
    try:
        msgspec.convert(raw, kind)
        refused = False
    except msgspec.ValidationError:
        refused = True
    assert refused == bool(list(validate(raw, type_info(kind))))
