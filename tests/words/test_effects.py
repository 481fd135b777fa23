"""The effect of a card, in words."""

import pytest

from companion.games.adding.card_words import (
    call_sentence,
    change_label,
    change_sentence,
    change_sign,
    choice,
    effect_signs,
    turn_words,
)
from companion.games.adding.effects import Change, Effect, add
from companion.words.numbers import Wording
from tests.worded import worded

TARGET = 99


@pytest.mark.parametrize(
    ("change", "said", "of_several"),
    [
        (add(0), Wording("+ 0", "0", "adds nothing"), "add nothing"),
        (add(11), Wording("+ 11", "11", "adds 11"), "add 11"),
        (add(-10), Wording("- 10", "-10", "takes 10 off"), "take 10 off"),
        (
            Change("add", (1, 11)),
            Wording("1/11", "1 or 11", "adds 1 or 11, as called"),
            "add 1 or 11, as called",
        ),
        (
            Change("add", (10, -10)),
            Wording("10/-10", "+10 or -10", "goes 10 up or 10 down, as called"),
            "go 10 up or 10 down, as called",
        ),
        (
            Change("add", (0, 5, -3)),
            Wording("0/5/-3", "0, +5 or -3", "adds 0, +5 or -3, as called"),
            "add 0, +5 or -3, as called",
        ),
        (Change("add", (7,)), Wording("7", "7", "adds 7, as called"), "add 7, as called"),
        (
            Change("set", -5),
            Wording("= -5", "sets -5", "sets the total to -5"),
            "set the total to -5",
        ),
        (
            Change("set", range(100)),
            Wording("0-99", "any", "sets the total to any number from 0 to 99"),
            "set the total to any number from 0 to 99",
        ),
        (
            Change("set", range(51)),
            Wording("0-50", "0 to 50", "sets the total to any number from 0 to 50"),
            "set the total to any number from 0 to 50",
        ),
        (
            Change("set", range(-5, 121)),
            Wording("-5-120", "-5 to 120", "sets the total to any number from -5 to 120"),
            "set the total to any number from -5 to 120",
        ),
        (Change("multiply", 2), Wording("x 2", "doubles", "doubles the total"), "double the total"),
        (
            Change("multiply", -3),
            Wording("x -3", "times -3", "multiplies the total by -3"),
            "multiply the total by -3",
        ),
    ],
)
def test_change_of_the_total_is_worded(change: Change, said: Wording, of_several: str) -> None:
    words = Wording(change_sign(change), change_label(change, TARGET), change_sentence(change))
    assert worded(words) == worded(said)
    assert worded(change_sentence(change, cards=2)) == worded(of_several)


@pytest.mark.parametrize(
    ("effect", "said", "of_several"),
    [
        (Effect(add(0), reverse=True), Wording("", "reverse", "reverses play"), "reverse play"),
        (Effect(add(0), skip=1), Wording("", "skip", "skips a player"), "skip a player"),
        (Effect(add(0), skip=2), Wording("", "skip 2", "skips two players"), "skip two players"),
        (
            Effect(add(0), again=True),
            Wording("", "again", "gives another turn"),
            "give another turn",
        ),
        (
            Effect(add(0), choose_next=True),
            Wording("next", "names", "names who plays next"),
            "name who plays next",
        ),
        (
            Effect(add(0), oblige=1),
            Wording("", "owe 1", "makes the next player owe 1 play"),
            "make the next player owe 1 play",
        ),
        (
            Effect(add(0), oblige=2),
            Wording("", "owe 2", "makes the next player owe 2 plays"),
            "make the next player owe 2 plays",
        ),
        (
            Effect(add(0), knock_out=True),
            Wording("out", "out", "knocks a player out"),
            "knock a player out",
        ),
        (
            Effect(add(0), shield=True),
            Wording("shield", "shield", "shields against a knock-out"),
            "shield against a knock-out",
        ),
    ],
)
def test_effect_on_the_turn_is_worded(effect: Effect, said: Wording, of_several: str) -> None:
    assert worded(list(turn_words(effect))) == worded([said])
    assert worded([turn.sentence for turn in turn_words(effect, cards=2)]) == worded([of_several])


def test_call_is_quoted() -> None:
    called = Effect(add(0), call="pass to you")
    assert worded(call_sentence(called)) == "with the words “pass to you”"


@pytest.mark.parametrize(
    ("effect", "signs"),
    [
        (Effect(add(-5)), "-5"),
        (Effect(Change("set", range(51))), "0-50"),
        (Effect(Change("add", (1, 11))), "1/11"),
        (Effect(add(0), choose_next=True), "next"),
        (Effect(add(5), knock_out=True), "out"),
        (Effect(add(0), reverse=True), "+0"),
    ],
)
def test_effect_is_worded_next_to_its_suit(effect: Effect, signs: str) -> None:
    assert worded(effect_signs(effect)) == worded(signs)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [((1, 2, 8, 20), "1, 2, 8 or 20"), ((-1, 0, 1, 2), "-1 to 2"), ((3, 1, 2), "3, 1 or 2")],
)
def test_numbers_to_choose_from_are_listed(numbers: tuple[int, ...], words: str) -> None:
    assert worded(choice(numbers)) == worded(words)
