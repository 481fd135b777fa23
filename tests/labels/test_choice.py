from collections import Counter

import pytest

from companion.core.cards import Card
from companion.errors import SheetError
from companion.labels.codec import CommandLabel, Label
from companion.labels.print.options import all_labels, select_labels

TWO_DECKS = all_labels(decks=2, jokers=2)


def kinds(labels: tuple[Label, ...]) -> Counter[str]:
    return Counter(
        "command" if isinstance(label, CommandLabel) else "joker" if label.rank == "JK" else "card"
        for label in labels
    )


@pytest.mark.parametrize(("decks", "jokers"), [(1, 2), (2, 2), (1, 0), (2, 4)])
def test_print_has_all_cards_jokers_and_commands_once(decks: int, jokers: int) -> None:
    labels = all_labels(decks, jokers)
    assert kinds(labels) == Counter(card=52 * decks, joker=jokers * decks, command=5)
    assert len(set(labels)) == len(labels)


def test_labels_are_ordered_by_deck_and_suit() -> None:
    cards = [label for label in TWO_DECKS if isinstance(label, Card)]
    assert [card.deck for card in cards] == [1] * 54 + [2] * 54
    assert [card.rank for card in cards[:13]] == [
        "A",
        *(str(rank) for rank in range(2, 11)),
        "J",
        "Q",
        "K",
    ]
    assert {card.suit for card in cards[:13]} == {"C"}
    assert [label.name for label in TWO_DECKS if isinstance(label, CommandLabel)] == [
        "OK",
        "UNDO",
        "BUST",
        "MORE",
        "DEAL",
    ]
    assert isinstance(TWO_DECKS[-5], CommandLabel)


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("cards", 104),
        ("jokers", 4),
        ("commands", 5),
        ("COMMANDS", 5),
        ("8", 8),
        ("JK", 4),
        ("undo", 1),
    ],
)
def test_word_selects_matching_labels(word: str, count: int) -> None:
    assert len(select_labels(TWO_DECKS, [word])) == count


def test_card_is_selected_by_any_notation_of_players() -> None:
    queens = (Card("Q", "S", 1), Card("Q", "S", 2))
    assert select_labels(TWO_DECKS, ["QS"]) == select_labels(TWO_DECKS, ["qs"]) == queens
    assert select_labels(TWO_DECKS, ["QS/2"]) == queens[1:]
    assert select_labels(TWO_DECKS, ["JK/1"]) == (
        Card("JK", None, 1, 1),
        Card("JK", None, 1, 2),
    )


def test_several_words_keep_the_print_order_without_duplicates() -> None:
    labels = select_labels(TWO_DECKS, ["OK", "QS/1", "Q", "AC/1"])
    assert labels[0] == Card("A", "C", 1)
    assert labels[-1] == CommandLabel("OK")
    assert len(labels) == len(set(labels)) == 8 + 1 + 1


def test_no_words_select_all_labels() -> None:
    assert select_labels(TWO_DECKS, []) == TWO_DECKS


@pytest.mark.parametrize("word", ["QX", "1QSG", "hearts", ""])
def test_invalid_word_is_reported_with_valid_examples(word: str) -> None:
    with pytest.raises(SheetError, match=rf"^'{word}' .* QS, QS/2, JK"):
        select_labels(TWO_DECKS, [word])


@pytest.mark.parametrize(
    ("word", "decks", "jokers"), [("QS/2", 1, 2), ("JK", 1, 0), ("jokers", 2, 0)]
)
def test_label_missing_from_the_print_is_reported(word: str, decks: int, jokers: int) -> None:
    with pytest.raises(SheetError, match=f"^'{word}' "):
        select_labels(all_labels(decks, jokers), ["AC", word])
