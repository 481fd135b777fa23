"""Error messages for a game that cannot be played: the key, what is wrong, and a cure."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.variants import load_variants
from companion.variants.show import check
from tests.words.complaints import complaint

OUR_GAME = 'extends = "ninety-nine"\ntitle = "Our game"\n'
TABLE = "{ does = ..., who = ..., how_many = ..., with = ..., going = ... }"
EXACT = (
    f'write "chip", "drink", "point" or "reset", or {TABLE}, '
    f"or a list in square brackets, each {TABLE}"
)
BARE = 'title = "B"\nshort = "B"\nhand_size = 3\ntarget = 9\nbust = "out"\n'

ADDS = (
    "write a whole number from -9999 to 9999, "
    "or a list in square brackets, not empty, each a whole number from -9999 to 9999, "
    'or { from = ..., to = ... }, or "pip"'
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # Unknown words.
        ('titel = "x"', "titel: unknown key, is title meant?"),
        (
            "[cards]\n4 = { revers = true }",
            "cards.4.revers: unknown key, is reverse meant?",
        ),
        (
            "[from_players.9]\ndeck = 2",
            "from_players.9.deck: unknown key, is decks meant?",
        ),
        (
            'bust = "chip"',
            (
                'bust: "chip" is not possible, write "chip, new hand", "chip, new pile", '
                '"chip, play on", "lose", "out" or "pass"'
            ),
        ),
        ('[shows]\nK = "win"', 'shows.K: "win" is not possible, write "everyone loses" or "wins"'),
        (
            '[exact]\n69 = "beer"',
            f'exact.69: "beer" is not possible, {EXACT}',
        ),
        # Values of the wrong type or size.
        ('target = "99"', 'target: "99" is not possible, write a whole number, 0 or more'),
        ("jokers = 9", "jokers: 9 is not possible, write a whole number from 0 to 8"),
        ("chips = true", "chips: true is not possible, write a whole number, 1 or more, or false"),
        ("floor = 1", "floor: 1 is not possible, write a whole number, 0 or less, or false"),
        (
            "players = 2",
            "players: 2 is not possible, write a list in square brackets, each a whole number",
        ),
        (
            'short = "ninety"',
            'short: "ninety" is not possible, write a text in quotes of up to 4 characters',
        ),
        ('[cards]\n4 = { add = "pips" }', f'cards.4.add: "pips" is not possible, {ADDS}'),
        ("[cards]\n4 = { add = [] }", f"cards.4.add: [] is not possible, {ADDS}"),
        (
            "[cards]\nA = { set = { from = 1 } }",
            'cards.A.set.to: is missing, write a whole number from -9999 to 9999, or "target"',
        ),
        (
            "[cards]\n4 = 0",
            "cards.4: write what the card does in curly brackets: { add = 0 }",
        ),
        # Invalid or badly described cards.
        (
            "[cards]\n1 = { add = 1 }",
            "cards.1: '1' is no card: write a rank and a suit, like QS or 10H",
        ),
        (
            "[cards]\n'QS/2' = { add = 1 }",
            "cards.QS/2: 'QS/2' names a deck; a card does the same from either deck",
        ),
        ('[cards]\n"A 2 A" = { add = 1 }', 'cards."A 2 A": A is described twice: keep one'),
        (
            "[cards]\n4 = {}",
            ("cards.4: write one of add, set, multiply or divide (add = 0 leaves the total)"),
        ),
        (
            "[cards]\n4 = { add = 1, set = 2 }",
            "cards.4: write one of add, set, multiply or divide (add = 0 leaves the total)",
        ),
        ('[cards]\nJK = { add = "pip" }', "cards.JK: a joker has no pip value: write a number"),
        # Contradicting keys.
        (
            "[cards]\nK = { set = 100 }",
            "cards.K: sets 100, over the target 99: lower it, or raise the target",
        ),
        (
            "[cards]\nA = { set = { from = 9, to = 1 } }",
            "cards.A: from 9 to 1 leaves nothing to choose: write the smaller number first",
        ),
        ("[cards]\n10 = { add = [5, 5] }", "cards.10: the numbers to choose from must all differ"),
        (
            "[cards]\nA = { add = 0, again = true, skip = 1 }",
            "cards.A: choose_next, again and skip contradict each other: keep one",
        ),
        (
            "[cards]\nA = { add = 0, shield = true, knock_out = true }",
            "cards.A: a card cannot be the shield and knock out: keep one",
        ),
        (
            "[cards]\nAH = { add = 0, shield = true }",
            "cards: there is a shield, but no card knocks a player out: leave shield out",
        ),
        ("chips = false", "bust: a bust costs chips: give each player some (chips = 5)"),
        (
            'bust = "out"\nchips = false\nhonor = true',
            "honor: needs chips: give each player some (chips = 5)",
        ),
        (
            '[exact]\n200 = "chip"',
            "exact: 200 is over the target 99 and never reached: leave it out, or raise the target",
        ),
        (
            "hand_size = 40",
            "hand_size: 2 players cannot be dealt 40 cards each: lower hand_size, or add a deck",
        ),
        (
            "players = [5, 2]",
            ("players: write the minimum, 2 or more, and a maximum if there is one: [2] or [3, 6]"),
        ),
        ("players = [2, 100]", "players: no table seats 100: write 99 at most"),
        ("players = [2, 1000000000]", "players: no table seats 1000000000: write 99 at most"),
        (
            "players = [2, 4]\n[from_players.5]\ndecks = 2",
            "from_players.5: 5 players cannot play this: leave it out",
        ),
        # Numbers that may be duplicates.
        ('[exact]\n"069" = "chip"', "exact: '069' is not a whole number: write one like 5"),
        (
            "[from_players.-0]\ndecks = 2",
            ("from_players: '-0' is not a whole number: write one like 5"),
        ),
        # Keys that would not fit on the line.
        (
            '[exact]\n"6\\n9" = 1',
            f'exact."6\\n9": 1 is not possible, {EXACT}',
        ),
        (
            '[cards]\n"" = { add = 1 }',
            'cards."": the key is empty: write the ranks or cards it applies to',
        ),
        # Keys of the other family.
        ("follow = true", "follow: is a key for trick games only: leave it out"),
    ],
)
def test_wrong_key_is_named_with_its_cure(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, OUR_GAME + text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'title = "Bare"',
            (
                "short: is missing, here and in the variants that this one extends; so are target, "
                "hand_size, bust, cards"
            ),
        ),
        (BARE + "[cards]\nAS = { add = 1 }", "cards: has no line for A: add one"),
        (
            'extends = "ninety"',
            ("extends: no playable variant 'ninety' exists, is ninety-nine meant?"),
        ),
        ("extends = [1]", "extends: [1] is not possible, write a text in quotes"),
        ('extends = "ours"', "extends: extends itself: ours extends ours"),
        (
            OUR_GAME + "target = 9 9\n",
            (
                "is not TOML: 'target = 9 9' cannot be read: after = write one value, a "
                "text in quotes, and # before a comment"
            ),
        ),
        ("target = " + "[" * 5000, "is not TOML: the brackets are nested too deeply"),
    ],
)
def test_file_that_is_not_a_game_is_reported(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, text) == said


@pytest.fixture
def pythons_own_limit() -> Iterator[None]:
    """Restore Python's limit on digits of a number, which a referee in the same process removes."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    yield
    sys.set_int_max_str_digits(limit)


@pytest.mark.usefixtures("pythons_own_limit")
def test_number_too_long_for_python_is_reported(tmp_path: Path) -> None:
    said = "is not TOML: a number in it has thousands of digits"
    assert complaint(tmp_path, f"target = {'9' * 5000}") == said


def test_circular_extension_is_reported_with_its_path(tmp_path: Path) -> None:
    for name, parent in (
        ("ours", "theirs"),
        ("theirs", "yours"),
        ("yours", "ours"),
        ("a-child", "ours"),
    ):
        (tmp_path / f"{name}.toml").write_text(f'extends = "{parent}"\n')
    assert {
        str(problem).removeprefix(f"{tmp_path}/") for problem in load_variants(tmp_path).problems
    } == {
        (
            "ours.toml: line 1: extends: extends itself: ours extends theirs extends yours "
            "extends ours"
        ),
        (
            "theirs.toml: line 1: extends: extends itself: theirs extends yours extends ours "
            "extends theirs"
        ),
        (
            "yours.toml: line 1: extends: extends itself: yours extends ours extends theirs "
            "extends yours"
        ),
        "a-child.toml: line 1: extends: no playable variant 'ours' exists",
    }


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing", None, "cannot be read: No such file or directory"),
        ("latin", b'title = "J\xf6rg"', "is not UTF-8 text: save it as UTF-8"),
        (
            "ninety-nine",
            OUR_GAME.encode(),
            "the variant 'ninety-nine' already exists: rename the file",
        ),
        ("good", OUR_GAME.encode(), "OK. Our game"),
    ],
)
def test_check_of_a_file_prints_its_result(
    tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    file = tmp_path / f"{name}.toml"
    if content is not None:
        file.write_bytes(content)
    assert check([file]).text == f"{file}: {said}\n"
