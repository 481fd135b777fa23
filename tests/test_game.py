"""The Python API of a game: its start, its refusals, and the names of the package."""

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import companion
from companion import Game, IllegalCommand
from companion.core.commands import Play, Score
from companion.core.events import TurnedUp
from companion.core.refusals import OverTarget
from companion.languages import load_language
from companion.message import using
from companion.variants import load_variants

ROOT: Final = Path(__file__).parent.parent
NAMES: Final = ("Ann", "Bo", "Cy", "Di")


def test_refused_command_raises_value_error_with_the_sentence_and_changes_nothing() -> None:
    game = Game("ninety-nine", NAMES)
    game.play("KH")
    before = game.state
    with pytest.raises(ValueError, match=r"^99 \+ 8 = 107 is over 99$") as refused:
        game.play("8S")
    assert isinstance(refused.value, IllegalCommand)
    assert refused.value.refusal == OverTarget(107, 99, was=99)
    assert game.state == before


def test_refusal_survives_copy_and_pickle() -> None:
    game = Game("ninety-nine", NAMES)
    game.play("KH")
    with pytest.raises(IllegalCommand) as caught:
        game.play("8S")
    for again in (copy.copy(caught.value), pickle.loads(pickle.dumps(caught.value))):  # noqa: S301  # our own
        assert (str(again), again.refusal) == (str(caught.value), caught.value.refusal)


def test_refusal_is_an_english_sentence_in_any_language() -> None:
    game = Game("ninety-nine", NAMES)
    with pytest.raises(IllegalCommand) as in_english:
        game.undo()
    with using(load_language("de")), pytest.raises(IllegalCommand) as in_german:
        game.undo()
    assert str(in_german.value) == str(in_english.value)


def test_game_begins_with_dealer_house_rules_and_up_card() -> None:
    rules = {"up_card": "apply", "target": 50}
    game = Game("ninety-nine", NAMES, dealer="Ann", house=rules, up_card="8H")
    assert repr(game) == "<Game of ninety-nine: total 8, Bo to play>"
    game.play("KH")
    with pytest.raises(IllegalCommand, match="58 is over 50"):
        game.play("8S")


def test_next_hand_begins_with_the_up_card_and_its_value() -> None:
    rules = {"up_card": "apply", "bust": "chip, new hand", "chips": 2}
    game = Game("ninety-nine", NAMES, house=rules, up_card="8H")
    game.bust()
    assert TurnedUp("Ann", "10S", -10) in game.deal("10S", up_value=-10)


def test_custom_variant_is_played_as_it_was_parsed() -> None:
    own = load_variants(extra=[ROOT / "docs/my-ninety-nine.toml"]).variants["my-ninety-nine"]
    game = Game(own, NAMES)
    assert (game.variant, game.turn) == ("my-ninety-nine", "Ann")


def test_undo_beyond_the_first_command_is_refused() -> None:
    game = Game("ninety-nine", NAMES)
    game.play("8H")
    before = game.state
    with pytest.raises(IllegalCommand) as refused:
        game.undo(2)
    assert refused.value.code == "nothing-to-undo"
    assert game.state == before


def test_too_few_players_are_refused_with_the_required_number() -> None:
    with pytest.raises(IllegalCommand, match="Polignac is for 4 to 6 players, not 2"):
        Game("polignac", NAMES[:2])


def test_misspelled_variant_is_refused_with_a_suggestion() -> None:
    with pytest.raises(IllegalCommand, match="is ninety-nine meant"):
        Game("ninty-nine", NAMES)


def test_exactly_the_public_names_are_listed() -> None:
    assert set(companion.__all__) <= set(dir(companion))
    with pytest.raises(AttributeError, match="module 'companion' has no attribute 'Gmae'"):
        _ = companion.Gmae


def anything(argument: object) -> Any:
    """Return the argument as `Any`, to pass types that the methods do not allow."""
    return argument


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda game: game.play("AS", value=anything(50.0)), "Field 'value': 50.0 is not possible"),
        (lambda game: game.play("AS", value=True), "Field 'value': true is not possible"),
        (lambda game: game.play(anything(8)), "Field 'cards': [8] is not possible"),
        (lambda game: game.play(anything(["8H"])), "Field 'cards': [[\"8H\"]] is not possible"),
        (lambda game: game.bust(anything(8)), "Field 'hand': [8] is not possible"),
        (lambda game: game.deal(up_value=5), "Field 'up_card': it is missing"),
        (lambda game: game.undo(anything("1")), "Field 'count': \"1\" is not possible"),
        (lambda game: game.undo(0), "Field 'count': 0 is not possible"),
        (lambda game: game.check(anything(1.5)), "Field 'total': 1.5 is not possible"),
        (
            lambda game: game.obey(Play(card="AS", value=anything(50.0))),
            "Field 'value': 50.0 is not possible",
        ),
        (
            lambda game: game.obey(Score(points={"Ann": anything(1.5)})),
            "Field 'points': Ann: 1.5 is not possible",
        ),
        (lambda game: game.obey(anything("play")), "There is no command 'play'"),
        (lambda _: Game(anything(5), NAMES), "Field 'variant': 5 is not possible"),
        (lambda _: Game("ninety-nine", "AB"), "Field 'players': \"AB\" is not possible"),
        (lambda _: Game("ninety-nine", anything(5)), "Field 'players': 5 is not possible"),
        (
            lambda _: Game("ninety-nine", NAMES, dealer=anything(0)),
            "Field 'dealer': 0 is not possible",
        ),
        (
            lambda _: Game("ninety-nine", NAMES, house=anything(5)),
            "Field 'house': 5 is not possible",
        ),
    ],
)
def test_argument_of_a_wrong_type_is_refused_and_changes_nothing(
    act: Callable[[Game], object], said: str
) -> None:
    game = Game("one-hundred", NAMES)
    before = game.state
    with pytest.raises(IllegalCommand, match=f"^{re.escape(said)}"):
        act(game)
    assert game.state is before


def test_list_in_a_command_is_stored_as_a_tuple() -> None:
    game = Game("arizona-ninety-eight", NAMES)
    game.obey(Play(cards=anything(["8H", "8S"])))
    assert hash(game.state)
