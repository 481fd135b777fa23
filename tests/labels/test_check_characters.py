"""The check character of every label that can be printed: what a reader gets wrong is refused."""

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
    """`text` with each character in turn replaced by each other that a symbol can hold."""
    for place, right in enumerate(text):
        yield from (
            text[:place] + wrong + text[place + 1 :] for wrong in READABLE if wrong != right
        )


def neighbours_swapped(text: str) -> Iterator[str]:
    """`text` with each two neighbours swapped that are not the same."""
    for place, (one, next_one) in enumerate(pairwise(text)):
        if one != next_one:
            yield text[:place] + next_one + one + text[place + 2 :]


@pytest.mark.parametrize("label", LABELS, ids=write_label)
def test_a_wrong_character_or_swapped_neighbours_are_refused(label: Label) -> None:
    text = write_label(label)
    damaged = [*one_wrong(text), *neighbours_swapped(text)]
    assert len(damaged) >= len(text) * (len(READABLE) - 1)
    assert [wrong for wrong in damaged if as_label(wrong) is not None] == []
