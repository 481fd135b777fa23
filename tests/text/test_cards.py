"""Cards as printed, aloud and in parts, with the letters of the table's deck."""

import msgspec
import pytest

from companion.outputs import Court
from companion.rules.cards import parse_card
from companion.text.cards import face
from companion.text.form import Sign, aloud, drawn
from companion.text.language import ENGLISH, using


@pytest.mark.parametrize(
    ("court", "card", "printed", "said"),
    [
        ("JQK", "QH", "Q♥", "queen of hearts"),
        ("BDK", "QH", "D♥", "queen of hearts"),
        ("VDR", "KS", "R♠", "king of spades"),
        ("SCR", "QC", "C♣", "queen of clubs"),
        ("BDK", "10D", "10♦", "10 of diamonds"),
    ],
)
def test_a_card_is_printed_with_the_letters_of_the_deck(
    court: Court, card: str, printed: str, said: str
) -> None:
    read = parse_card(card)
    with using(msgspec.structs.replace(ENGLISH, court=tuple(court))):
        assert face(read) == printed
        assert aloud(lambda: face(read)) == said
        assert drawn(lambda: face(read)) == (Sign(card[-1], card[:-1]),)
