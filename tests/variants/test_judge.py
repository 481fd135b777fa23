"""The first mistake in the text of a variant is found, with its line."""

import pytest

from companion.variants import load_variants
from companion.variants.reading import judge

SAID = load_variants().contents
OURS = 'extends = "ninety-nine"\ntitle = "Ours"\n'


def found_in(text: str) -> tuple[int | None, str] | None:
    """Return the line and the key of the first mistake; None if there is none."""
    judged = judge("ours", text, SAID, {"ours": "ninety-nine"})
    assert (judged.variant is None) == (judged.error is not None)
    return (judged.error.line, judged.error.key) if judged.error else None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (OURS, None),
        (OURS + "target = 0", (3, "target")),
        (OURS + "[cards]\nK = { set = 100 }", (4, "cards.K")),
        (OURS + "[cards.K]\nset = 100", (3, "cards.K")),
        (OURS + "[cards.K]\nset = 5\nskip = -1", (5, "cards.K.skip")),
        (OURS + '[cards]\n"J K" = { set = 100 }', (4, "cards.J")),
        (OURS + "cards.4 = { revers = true }", (3, "cards.4.revers")),
        ('extends = "whist"\ntitle = 5', (1, "extends")),
        (OURS + "target = 9 9", (3, "")),
        # The wrong key is one that this file inherits.
        (OURS + "chips = false", (None, "bust")),
        ('title = "Bare"', (None, "short")),
    ],
)
def test_mistake_has_the_line_of_its_key(text: str, found: tuple[int | None, str] | None) -> None:
    assert found_in(text) == found


def test_message_names_file_line_key_and_cure() -> None:
    error = judge("ours", OURS + "decks = 5", SAID, {}, "ours.toml").error
    assert str(error) == "ours.toml: line 3: decks: 5 is not possible, write 1, 2, 3 or 4"
