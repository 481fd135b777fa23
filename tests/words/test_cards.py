"""Cards as printed, spoken and in parts, with the letters of the table's deck."""

import pytest

from companion.core.cards import parse_card
from companion.message import ENGLISH, render, using
from companion.outputs import Court
from companion.words.cards import face
from companion.words.form import as_markup
from companion.words.variants import said_by_author
from tests.worded import worded


@pytest.mark.parametrize(
    ("court", "card", "printed", "said"),
    [
        ("JQK", "QH", "Q♥", "queen of hearts"),
        ("BDK", "QH", "D♥", "queen of hearts"),
        ("VDR", "KS", "R♠", "king of spades"),
        ("1VDR", "AS", "1♠", "ace of spades"),
        ("VDR", "AS", "A♠", "ace of spades"),
        ("SCR", "QC", "C♣", "queen of clubs"),
        ("BDK", "10D", "10♦", "10 of diamonds"),
    ],
)
def test_card_is_printed_with_the_letters_of_the_deck(
    court: Court, card: str, printed: str, said: str
) -> None:
    read = parse_card(card)
    with using(ENGLISH._replace(court=court)):
        assert worded(face(read)) == worded(printed)
        assert render(face(read), "spoken") == said
        assert as_markup(face(read)) == ({"suit": card[-1], "rank": card[:-1]},)


@pytest.mark.parametrize(
    ("says", "said", "parts"),
    [
        (
            "♥ 1, Q♠ 13",
            "hearts 1, queen of spades 13",
            ({"suit": "H"}, " 1, ", {"suit": "S", "rank": "Q"}, " 13"),
        ),
        ("the last 10♦", "the last 10 of diamonds", ("the last ", {"suit": "D", "rank": "10"})),
        ("a run of 7", "a run of 7", "a run of 7"),
    ],
)
def test_card_in_an_authors_spelling_is_shown_as_the_tables_card(
    says: str, said: str, parts: str | tuple[str | dict[str, str], ...]
) -> None:
    assert worded(said_by_author(says)) == worded(says)
    assert render(said_by_author(says), "spoken") == said
    assert as_markup(said_by_author(says)) == parts
