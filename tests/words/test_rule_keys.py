"""The end of a bust and the meaning of a variant's keys, in words."""

from typing import get_args

import pytest

from companion.core.events import Paid
from companion.core.options import Bust
from companion.games.adding.variant import AddingFile
from companion.languages import load_language
from companion.message import render, using
from companion.words.consequences import bust_costs, bust_sentence, bust_words
from companion.words.numbers import Wording
from companion.words.rule_keys import answer, rule_title
from tests.worded import worded

DISPLAY = 16
"""Characters per line of the display."""


@pytest.mark.parametrize(
    ("bust", "short", "label", "sentence"),
    [
        ("out", "out", "is out of the game", "is out; the total stays, and the last one in wins"),
        ("lose", "loses", "loses the game", "has lost, and the game is over"),
        ("chip, new hand", "chip, deal", "pays; new hand", "pays a chip; a new hand is dealt"),
        (
            "chip, play on",
            "chip, on",
            "pays; play continues",
            "pays a chip; total, pile and hands stay",
        ),
        (
            "chip, new pile",
            "chip, pile",
            "pays; new pile",
            "pays a chip; the pile goes, hands stay, the next player starts at 0",
        ),
    ],
)
def test_end_of_a_bust_is_worded(bust: Bust, short: str, label: str, sentence: str) -> None:
    assert (
        worded(bust_words(bust))
        == worded(answer("bust", bust))
        == worded(Wording(short, label, ""))
    )
    assert worded(bust_sentence(bust, 1)) == worded(sentence)


def test_cost_of_a_bust_is_the_payment_of_its_player() -> None:
    assert worded(bust_costs("chip, play on", Paid("Bo", 3, 2))) == "pays 2"


def test_player_without_chips_is_described_as_out() -> None:
    assert (
        worded(bust_costs("chip, new hand", None))
        == worded(bust_costs("out", None))
        == "is out of the game"
    )
    assert worded(bust_costs("lose", None)) == "loses the game"


def test_every_bust_fits_on_the_display() -> None:
    assert all(len(render(bust_words(bust).short)) <= DISPLAY for bust in get_args(Bust))


@pytest.mark.parametrize(
    ("rule", "value", "short", "label", "sentence"),
    [
        ("over", "refuse", "illegal", "", "a card past the limit is not allowed"),
        ("up_card", "none", "none", "none", ""),
        (
            "up_card",
            "apply",
            "counts",
            "it counts as the dealer's",
            "the dealer turns up a card, which counts as played by the dealer",
        ),
        ("sets", True, "yes", "", "two, three or four cards of a rank may be played together"),
        ("sets", False, "no", "", ""),
        ("exact", "reset", "", "the total becomes 0", ""),
        ("shows", "wins", "", "", "shown at any time: that player wins"),
        ("decks", 2, "2", "", ""),
        ("floor", None, "none", "", ""),
        ("honor", False, "no", "", "a player is out; the last one in wins"),
    ],
)
def test_meaning_of_a_value_is_worded(
    rule: str, value: object, short: str, label: str, sentence: str
) -> None:
    assert worded(answer(rule, value)) == worded(Wording(short, label, sentence))


def test_every_key_of_the_rules_of_a_file_has_a_title_that_fits_on_the_display() -> None:
    no_rule = {
        "extends",
        "family",
        "title",
        "short",
        "listed",
        "provenance",
        "source",
        "from_players",
    }
    for key in set(AddingFile.__struct_fields__) - no_rule - {"chips_look", "cards"}:
        assert len(render(rule_title(key).short)) <= DISPLAY


def test_key_and_value_are_worded_in_the_language_and_the_form_in_use() -> None:
    assert worded((rule_title("winner_takes_all").short, answer("over", "refuse").short)) == (
        "Winner takes pot",
        "illegal",
    )
    on_a_page = render(answer("up_card", "apply").label, "page")
    assert on_a_page == "it counts as the dealer\N{RIGHT SINGLE QUOTATION MARK}s"
    with using(load_language("de")):
        assert worded((rule_title("decks").short, answer("over", "refuse").short)) == (
            "Kartenspiele",
            "geht nicht",
        )
