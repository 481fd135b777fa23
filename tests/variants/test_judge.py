"""Every mistake in the text of a variant is found, with its line."""

import pytest

from companion.variants import load_variants
from companion.variants.reading import judge

SAID = load_variants().contents
OURS = 'extends = "ninety-nine"\ntitle = "Ours"\n'


def found_in(text: str) -> list[tuple[int | None, str]]:
    """Return the line and the key of each mistake."""
    judged = judge("ours", text, SAID, {"ours": "ninety-nine"})
    assert (judged.variant is None) == bool(judged.errors)
    return [(error.line, error.key) for error in judged.errors]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (OURS, []),
        (OURS + "target = 0", [(3, "target")]),
        (OURS + "[cards]\nK = { set = 100 }", [(4, "cards.K")]),
        (OURS + "[cards.K]\nset = 100", [(3, "cards.K")]),
        (OURS + "[cards.K]\nset = 5\nskip = -1", [(5, "cards.K.skip")]),
        (OURS + '[cards]\n"J K" = { set = 100 }', [(4, "cards.J")]),
        (OURS + "cards.4 = { revers = true }", [(3, "cards.4.revers")]),
        ('extends = "whist"\ntitle = 5', [(1, "extends")]),
        (OURS + "target = 9 9", [(3, "")]),
        # The wrong key is one that this file inherits.
        (OURS + "chips = false", [(None, "bust")]),
        ('title = "Bare"', [(None, "short")]),
    ],
)
def test_mistake_has_the_line_of_its_key(text: str, found: list[tuple[int | None, str]]) -> None:
    assert found_in(text) == found


def test_all_mistakes_are_found_at_once() -> None:
    text = (
        'target = 0\nfoo = 1\nexact.x = "chip"\nexact.7 = "beer"\n[cards]\nQ = {}\nK = { set '
        "= 200 }\n"
    )
    keys = [key for _line, key in found_in(OURS + text)]
    assert sorted(keys) == ["cards.K", "cards.Q", "exact", "exact.7", "foo", "target"]


def test_wrong_key_is_not_also_reported_as_missing() -> None:
    whole = (
        'family = "adding"\ntitle = 5\nshort = "W"\ntarget = 9\nbust = "out"\n[cards]\nA = '
        '{ add = "x" }\n'
    )
    assert found_in(whole) == [(2, "title"), (7, "cards.A.add")]


def test_only_the_first_mistake_of_an_unknown_family_is_reported() -> None:
    assert found_in("wins = 'lowest'\nlast_round = 0") == [(1, "wins")]


def test_message_names_file_line_key_and_cure() -> None:
    (error,) = judge("ours", OURS + "decks = 5", SAID, {}, "ours.toml").errors
    assert str(error) == "ours.toml: line 3: decks: 5 is not possible, write 1, 2, 3 or 4"
