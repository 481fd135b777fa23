"""Tests of what an order still lacks, as the page asks for it; each answer has the effect it
states.
"""

from pathlib import Path

import pytest

from companion.box.requests import read_table_command
from companion.core.commands import Bust, Deal, New, Play, Score, Shield, Show, Step
from companion.core.refusals import AlreadyPlayed, OverTarget
from companion.errors import Illegal
from companion.games.adding.state import AddingState
from companion.message import render
from companion.phone.orders import AnswerOption, QuestionView, question_view
from companion.words.refusals import sentence
from tests.drivers.game import NAMES
from tests.phone.drawn_text import as_drawn
from tests.phone.told_table import ToldTable
from tests.worded import worded


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def answers(question: QuestionView, field: str = "value") -> list[tuple[object, str]]:
    """Return what each answer puts into a field of the order, and the resulting total."""
    return [
        (option.order and option.order.get(field), render(option.makes))
        for option in question.options
    ]


def suits(question: QuestionView) -> list[tuple[str | None, str]]:
    return [(option.suit, render(option.makes)) for option in question.options]


def order(option: AnswerOption) -> New | Step:
    assert option.order is not None
    command = read_table_command(option.order)
    assert isinstance(command, New | Step)
    return command


def check_truth(table: ToldTable, question: QuestionView) -> None:
    """Assert that each answer makes its stated total, or is refused with its sentence."""
    for option in question.options:
        if option.order is None:
            continue
        if option.refused:
            table.refused(order(option))
            assert as_drawn(table.last()["text"]) == as_drawn(option.refused)
            continue
        refused = table.snapshot().scene.trial(order(option))
        if not option.makes and refused is not None:
            assert question_view(table.snapshot().scene, order(option), refused) is not None
            continue
        table.obey(order(option))
        state = table.table.state
        if worded(option.makes) == "a bust":
            assert table.last()["kind"] == "over"
        elif isinstance(state, AddingState):
            assert worded(option.makes) == worded(str(state.total).replace("-", "-"))
        table.table.take_back()


def test_ten_asks_for_plus_or_minus(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("J", "Q", "9")
    question = table.asked(Play(card="10S"))
    assert question.cards == ("10S",)
    assert worded(answers(question)) == worded([(-10, "10"), (10, "30")])
    assert question.options[0].order == {"cmd": "play", "card": "10S", "value": -10}
    check_truth(table, question)


def test_negative_total_has_a_true_minus_sign(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("5")
    assert worded(answers(table.asked(Play(card="10")))) == worded([(-10, "-5"), (10, "15")])


def test_ace_asks_for_one_or_eleven(table: ToldTable) -> None:
    table.new("ninety-nine-ace-eleven")
    question = table.asked(Play(card="AH"))
    assert worded(answers(question)) == [(1, "1"), (11, "11")]
    check_truth(table, question)


def test_aces_of_a_set_count_the_same(table: ToldTable) -> None:
    table.new("arizona-ninety-eight")
    question = table.asked(Play(cards=("AS", "A", "AH")))
    assert worded(answers(question)) == [(1, "3"), (11, "33")]
    assert question.cards == ("AS", "A", "AH")
    check_truth(table, question)


def test_card_of_many_numbers_has_an_answer_for_each(table: ToldTable) -> None:
    table.new("ninety-nine", cards={"8": {"add": [1, 3, 5, 7, 20]}})
    question = table.asked(Play(card="8"))
    assert worded(answers(question)) == worded([(value, str(value)) for value in (1, 3, 5, 7, 20)])
    check_truth(table, question)


def test_black_ace_is_dialed_from_the_total(table: ToldTable) -> None:
    table.new("one-hundred")
    table.play("QS", "QC")
    question = table.asked(Play(card="AS"))
    assert question.options == ()
    dial = question.dial
    assert dial is not None
    assert (dial.low, dial.high, dial.start, dial.field) == (0, 100, 20, "value")
    for total in (dial.low, 64, dial.high):
        table.obey(order(AnswerOption("", order=dial.order | {dial.field: total})))
        assert table.last()["total"] == total
        table.table.take_back()


def test_dial_starts_within_its_limits(table: ToldTable) -> None:
    table.new("one-hundred", cards={"J": {"add": -90}, "K": {"set": {"from": 10, "to": 60}}})
    table.play("J")
    dial = table.asked(Play(card="K")).dial
    assert dial is not None
    assert (dial.low, dial.high, dial.start) == (10, 60, 10)


def test_few_totals_are_offered_as_answers(table: ToldTable) -> None:
    table.new("one-hundred", cards={"K": {"set": {"from": 0, "to": 2}}})
    question = table.asked(Play(card="KD"))
    assert worded(answers(question)) == [(0, "0"), (1, "1"), (2, "2")]
    check_truth(table, question)


def test_suit_question_shows_results_and_refusals(table: ToldTable) -> None:
    table.new("one-hundred")
    table.play("10")
    question = table.asked(Play(card="5"))
    over = sentence(Illegal(OverTarget(105, 100, was=100)))
    assert worded(
        [(option.suit, option.makes, option.refused) for option in question.options]
    ) == worded(
        [
            ("S", "105", over),
            ("H", "95", ""),
            ("D", "95", ""),
            ("C", "105", over),
        ]
    )
    check_truth(table, question)


def test_suit_that_would_be_a_bust_is_marked(table: ToldTable) -> None:
    table.new("one-hundred-strict")
    table.play("10")
    question = table.asked(Play(card="5"))
    assert worded([makes for _, makes in answers(question)]) == ["a bust", "95", "95", "a bust"]
    assert not any(option.refused for option in question.options)
    check_truth(table, question)


def test_suit_already_on_the_pile_is_refused_with_its_sentence(table: ToldTable) -> None:
    table.new("one-hundred")
    table.play("5H")
    hearts = table.asked(Play(card="5")).options[1]
    assert worded(as_drawn(hearts.refused)) == worded(sentence(Illegal(AlreadyPlayed("5H"))))


def test_suits_of_a_set_are_asked_one_after_the_other(table: ToldTable) -> None:
    table.new("one-hundred", sets=True)
    first = table.asked(Play(cards=("5", "5")))
    assert [option.suit for option in first.options] == ["S", "H", "D", "C"]
    second = table.asked(order(first.options[0]))
    assert second.options[3].order == {"cmd": "play", "cards": ["5S", "5C"]}
    assert worded([makes for _, makes in answers(second)]) == ["", "0", "0", "10"]
    check_truth(table, second)


def test_suit_answer_of_an_ace_leads_to_the_remaining_question(table: ToldTable) -> None:
    table.new("ninety-eight-umass")
    question = table.asked(Play(card="A"))
    assert worded(suits(question)) == [("S", ""), ("H", "0"), ("D", ""), ("C", "")]
    assert not any(option.refused for option in question.options)
    whom = answers(table.asked(order(question.options[0])), "target")
    assert [name for name, _ in whom] == ["Bo", "Cy", "Di"]
    assert worded(answers(table.asked(order(question.options[3])))) == [(1, "1"), (11, "11")]


def test_named_player_is_asked_for(table: ToldTable) -> None:
    table.new("ninety-eight-umass")
    table.play("8C")
    for card in ("AS", "QS"):
        question = table.asked(Play(card=card))
        assert worded(answers(question, "target")) == [("Ann", "8"), ("Cy", "8"), ("Di", "8")]
        check_truth(table, question)


def test_shield_shown_hand_and_show_ask_for_suits(table: ToldTable) -> None:
    table.new("ninety-eight-umass")
    table.obey(Play(card="AS", target="Cy"))
    shield = table.asked(Shield(card="A"))
    assert shield.options[1].order == {"cmd": "shield", "card": "AH"}
    table.obey(order(shield.options[1]))
    shown = table.asked(Bust(hand=("5C", "A", "7D", "8D")))
    assert shown.options[3].order == {"cmd": "bust", "hand": ["5C", "AC", "7D", "8D"]}
    table.new("ninety-nine-ishihara-shows", up_card="none", cards={"KS": {"add": 0}})
    three = table.asked(Show(player="Ann", cards=("K", "KD", "K")))
    assert three.options[0].order == {"cmd": "show", "player": "Ann", "cards": ["KS", "KD", "K"]}


def test_up_card_asks_the_dealer(table: ToldTable) -> None:
    table.new("ninety-nine")
    new = New(
        variant="ninety-nine-ace-eleven", players=NAMES[:3], house={"up_card": "apply"}, up_card="A"
    )
    question = table.asked(new)
    assert "Cy" in worded(question.title)
    assert worded(answers(question, "up_value")) == [(1, "1"), (11, "11")]
    table.obey(order(question.options[1]), Bust())
    assert "Ann" in worded(table.asked(Deal(up_card="10")).title)


def test_dial_of_the_up_card_has_its_own_field(table: ToldTable) -> None:
    new = New(variant="one-hundred", players=NAMES[:3], house={"up_card": "apply"}, up_card="AS")
    dial = table.asked(new).dial
    assert dial is not None
    assert (dial.start, dial.field) == (0, "up_value")
    table.obey(order(AnswerOption("", order=dial.order | {dial.field: 64})))
    assert table.last()["total"] == 64


def test_trick_game_does_not_offer_removed_cards(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3)
    table.play("9D")
    question = table.asked(Play(card="2"))
    assert suits(question) == [("S", ""), ("H", ""), ("D", "")]
    check_truth(table, question)


def test_revoke_question_offers_undo_and_accept(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3, revoke_penalty=25)
    table.play("5C", "2D", "6C", "8C", "9D")
    question = table.asked(Play(card="10C"))
    back, stands = question.options
    assert back.order is None
    assert order(stands) == Play(card="10C", accept_revoke=True)
    table.obey(order(stands))
    assert table.last()["cards"] == ["10C"]


def test_restricted_lead_question_offers_undo_and_only_suit(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3)
    table.obey(Score(points={"Ann": 170}), Deal())
    question = table.asked(Play(card="10H"))
    back, only = question.options
    assert back.order is None
    assert order(only) == Play(card="10H", only_suit=True)
    table.obey(order(only))


@pytest.mark.parametrize(
    "command", [Play(card="8H"), Play(card="JK"), Play(cards=("4", "5")), Deal()]
)
def test_final_refusal_asks_no_question(table: ToldTable, command: Step) -> None:
    table.new("ninety-nine")
    table.play("K")
    refused = table.snapshot().scene.trial(command)
    assert refused is not None
    assert question_view(table.snapshot().scene, command, refused) is None


def test_box_question_about_a_scan_is_answerable_on_the_page(table: ToldTable) -> None:
    table.new("ninety-nine")
    assert table.parts()["question"] is None
    question = table.parts(pending=Play(card="10H/1"))["question"]
    assert "Ann" in question["title"]
    assert [option["order"]["value"] for option in question["options"]] == [-10, 10]
    assert table.parts(pending=Play(card="8H"))["question"] is None
