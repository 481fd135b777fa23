"""The check character of every printable label: a text that a scanner gets wrong is refused."""

import string
from collections.abc import Iterator
from itertools import pairwise

import pytest

from companion.labels.codec import DECKS, JOKERS, Label, write_label
from companion.labels.print.options import all_labels
from tests.labels.scanner import as_label

LABELS = all_labels(len(DECKS), len(JOKERS))
READABLE = string.digits + string.ascii_letters + string.punctuation + " "


def one_wrong(text: str) -> Iterator[str]:
    """Yield `text` with each character replaced by each other character that a symbol can hold."""
    for place, right in enumerate(text):
        yield from (
            text[:place] + wrong + text[place + 1 :] for wrong in READABLE if wrong != right
        )


def neighbours_swapped(text: str) -> Iterator[str]:
    """Yield `text` with each two different neighbors swapped."""
    for place, (one, next_one) in enumerate(pairwise(text)):
        if one != next_one:
            yield text[:place] + next_one + one + text[place + 2 :]


@pytest.mark.parametrize("label", LABELS, ids=write_label)
def test_label_with_a_wrong_character_or_swapped_neighbors_is_refused(label: Label) -> None:
    text = write_label(label)
    damaged = [*one_wrong(text), *neighbours_swapped(text)]
    assert len(damaged) >= len(text) * (len(READABLE) - 1)
    assert [wrong for wrong in damaged if as_label(wrong) is not None] == []
