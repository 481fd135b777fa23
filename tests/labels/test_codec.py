import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.cards import RANKS, SUITS, Card
from companion.errors import LabelError
from companion.labels.codec import DECKS, JOKERS, CommandLabel, Label, read_label, write_label

CARDS = [Card(rank, suit, deck) for deck in DECKS for rank in RANKS for suit in SUITS]
JOKER_CARDS = [Card("JK", None, deck, joker) for deck in DECKS for joker in (1, 2)]
COMMANDS = [
    CommandLabel("OK"),
    CommandLabel("UNDO"),
    CommandLabel("BUST"),
    CommandLabel("MORE"),
    CommandLabel("DEAL"),
]
TWO_DECKS: list[Label] = [*CARDS, *JOKER_CARDS, *COMMANDS]
PLAIN = [
    *(Card(rank, suit) for rank in RANKS for suit in (None, *SUITS)),
    *(Card("JK", None, deck) for deck in (None, *DECKS)),
]


def taken_for(text: str) -> str | None:
    """Return the text of the label that a damaged sticker is read as, or None if it is refused."""
    try:
        return str(read_label(text))
    except LabelError:
        return None


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1QSF", Card("Q", "S", deck=1)),
        ("2THH", Card("10", "H", deck=2)),
        ("1X16", Card("JK", None, deck=1, number=1)),
        ("1X24", Card("JK", None, deck=1, number=2)),
        ("0OKG", CommandLabel("OK")),
        ("0DEALB", CommandLabel("DEAL")),
    ],
)
def test_stickers_and_command_cards_have_their_texts(text: str, label: Label) -> None:
    assert read_label(text) == label
    assert write_label(label) == text


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("QS", Card("Q", "S")),
        ("qs", Card("Q", "S")),
        ("q♠", Card("Q", "S")),
        ("10H", Card("10", "H")),
        ("T♥", Card("10", "H")),
        ("QS/1", Card("Q", "S", deck=1)),
        ("10d/2", Card("10", "D", deck=2)),
        ("8", Card("8")),
        ("t", Card("10")),
        ("JK", Card("JK")),
        ("jk/2", Card("JK", deck=2)),
    ],
)
def test_plain_forms_are_read_if_they_are_allowed(text: str, label: Label) -> None:
    assert read_label(text, plain=True) == label
    with pytest.raises(LabelError):
        read_label(text)


@pytest.mark.parametrize("label", [*TWO_DECKS, *PLAIN], ids=str)
def test_written_label_is_read_back(label: Label) -> None:
    assert read_label(write_label(label), plain=True) == label


def test_every_label_has_a_unique_text() -> None:
    texts = {write_label(label) for label in [*TWO_DECKS, *PLAIN]}
    assert len(texts) == len(TWO_DECKS) + len(PLAIN)


def test_character_that_no_label_has_is_refused_at_every_place() -> None:
    """Letters that Python folds to S and K are among them; test_check_characters has the others."""
    for label in TWO_DECKS:
        text = write_label(label)
        for place in range(len(text)):
            for wrong in (*string.whitespace, *"♣♦♥♠\u017f\u212a"):
                damaged = text[:place] + wrong + text[place + 1 :]
                assert taken_for(damaged) is None, (text, damaged)


def test_truncated_sticker_is_misread_and_not_another_label() -> None:
    for label in TWO_DECKS:
        text = write_label(label)
        for left in range(1, len(text)):
            for part in (text[:left], text[-left:]):
                with pytest.raises(
                    LabelError, match=f'^misread: "{part}" is only part of a label$'
                ):
                    read_label(part)


def test_scanner_prefix_is_named_and_the_code_refused() -> None:
    for label in TWO_DECKS:
        with pytest.raises(
            LabelError, match=r'^the scanner sends "\]Q1" first: switch off its prefix'
        ):
            read_label(f"]Q1{write_label(label)}", plain=True)


def test_wrong_check_character_is_reported_as_a_misreading() -> None:
    with pytest.raises(LabelError, match=r'^misread: "1QSG" has a wrong check character$'):
        read_label("1QSG")


@pytest.mark.parametrize(
    "text",
    ["4006381333931", "01234565", "425261", "hello", "5QSK", "1X9P", "1QSF ", "QS/1", "10H/2"],
)
def test_foreign_code_is_reported_as_such(text: str) -> None:
    with pytest.raises(LabelError) as refused:
        read_label(text)
    assert str(refused.value) == f'"{text}" is not one of this deck\'s labels'


@pytest.mark.parametrize(
    "text", ["8/1", "QS/5", "1S", "11H", "JKS", "QS/", "SQ", "Q\u017f", "\u212aS", "Q♠\ufe0f"]
)
def test_near_misses_of_plain_forms_are_refused(text: str) -> None:
    with pytest.raises(LabelError):
        read_label(text, plain=True)


def test_foreign_text_is_shown_printable_and_shortened() -> None:
    with pytest.raises(LabelError, match=r'^"·\[31mhttps://exampl…" is not'):
        read_label("\x1b[31mhttps://example.org/a/very/long/address")


@given(st.text(), st.booleans())
def test_any_text_is_read_or_refused_in_one_line(text: str, plain: bool) -> None:
    try:
        label = read_label(text, plain=plain)
    except LabelError as error:
        said = str(error)
    else:
        said = write_label(label)
        assert read_label(said, plain=plain) == label
    assert said.isprintable()


@pytest.mark.parametrize(
    "label",
    [
        Card("8", None, deck=1),
        Card("Q", "X"),
        Card("JK", "S"),
        Card("JK", None, deck=5),
        Card("JK", None, deck=1, number=max(JOKERS) + 1),
        Card("JK", None, number=1),
        Card("Q", "S", deck=5),
        Card("1", "S", deck=1),
        Card("Q", "S", deck=1, number=1),
    ],
    ids=str,
)
def test_card_without_a_label_cannot_be_written(label: Card) -> None:
    with pytest.raises(LabelError, match="no label says"):
        write_label(label)
