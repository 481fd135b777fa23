"""Cards as printed and aloud, with the letters of the table's deck."""

import msgspec
import pytest

from companion.outputs import Court
from companion.rules.cards import parse_card
from companion.text.cards import aloud, face
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
    with using(msgspec.structs.replace(ENGLISH, court=tuple(court))):
        assert face(parse_card(card)) == printed
        assert aloud(f"{printed}!") == f"{said}!"


@pytest.mark.parametrize("text", ["M♥ to play", "X♠ is no card"])
def test_a_sign_behind_another_letter_is_part_of_a_name(text: str) -> None:
    assert aloud(text).startswith(text[:2])
