"""The Python API of a game: its start, its refusals, and the names of the package."""

import copy
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import companion
from companion import AddingGame, CompanionError, Game, IllegalCommand, Plays, PointsGame
from companion.core import commands
from companion.core.commands import Deal, Play, Score
from companion.core.events import Played, TurnedUp
from companion.core.refusals import OverTarget
from companion.languages import load_language
from companion.message import using
from companion.variants import load_variants

ROOT = Path(__file__).parent.parent
NAMES = ("Ann", "Bo", "Cy", "Di")


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
    assert repr(game) == "<AddingGame ninety-nine: total 8, Bo to play>"
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
    assert dir(companion) == sorted([*companion.__all__, "__version__"])
    with pytest.raises(AttributeError, match="module 'companion' has no attribute 'Gmae'"):
        _ = companion.Gmae


CALLS = (ROOT / "tests/refused_calls.txt").read_text("utf-8").splitlines()
"""Wrong calls of a library user, each followed by the sentence that refuses it."""

PUBLIC = {
    **vars(commands),
    **{name: getattr(companion, name) for name in companion.__all__},
    "NAMES": NAMES,
}


@pytest.mark.parametrize(("call", "said"), list(zip(CALLS[::2], CALLS[1::2], strict=True)))
def test_wrong_call_is_refused_with_a_sentence_and_changes_nothing(
    call: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    games = {
        "adding": Game("ninety-nine", NAMES),
        "tricks": Game("slobberhannes", NAMES),
        "points": Game("points", NAMES),
    }
    before = {name: game.copy() for name, game in games.items()}
    with pytest.raises(CompanionError) as refused:
        eval(call, PUBLIC | games)  # noqa: S307  # our own lines
    assert str(refused.value) == said.strip()
    assert games == before


def test_list_in_a_command_is_stored_as_a_tuple() -> None:
    game = Game("arizona-ninety-eight", NAMES)
    cards: Any = ["8H", "8S"]
    game.obey(Play(cards=cards))
    assert hash(game.state)


def test_undone_commands_lead_there_again_in_their_order() -> None:
    game = Game("ninety-nine", NAMES)
    game.play("8H")
    game.play("9H")
    before = game.copy()
    for command in game.undo(2):
        game.obey(command)
    assert game == before


def test_equal_games_are_equal_until_one_goes_on() -> None:
    one, other = (Game("ninety-nine", NAMES) for _ in range(2))
    for game in (one, other):
        game.play("8H")
    assert one == other
    other.play("9H")
    assert one != other
    assert Game("ninety-nine", NAMES) != Game("one-hundred", NAMES)


def test_copy_goes_on_by_itself() -> None:
    game = Game("ninety-nine", NAMES)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert type(other) is AddingGame
        other.play("8H")
        assert game.state.total == 0


def test_saved_game_has_the_same_history_and_can_be_undone() -> None:
    game = AddingGame.from_file(ROOT / "docs/my-ninety-nine.toml", NAMES)
    game.play("8H")
    again = AddingGame.load(game.save())
    assert again.history == game.history
    assert again.undo() == game.undo() == (Play(card="8H"),)


@pytest.mark.parametrize("typed", ["AS", "a♠", "A", "AS 11", Play(card="AS", value=11)])
def test_legal_plays_contain_a_card_and_a_play_as_typed(typed: object) -> None:
    legal = Game("one-hundred", NAMES, house={"target": 50}).legal()
    assert isinstance(legal, Plays)
    assert typed in legal


@pytest.mark.parametrize("typed", ["", "AS 101", "XX", Play(card="AS"), 5])
def test_legal_plays_do_not_contain_anything_else(typed: object) -> None:
    assert typed not in Game("one-hundred", NAMES).legal()


def test_printed_game_shows_who_is_out() -> None:
    game = Game("ninety-nine", ("Ann", "Bo", "Cy"), house={"bust": "out"})
    game.bust()
    game.play("9H")
    game.join("Di")
    assert str(game).splitlines()[1:] == [
        "  Ann  5 chips, out",
        "  Bo   3 cards, 5 chips",
        "> Cy   3 cards, 5 chips",
        "  Di   3 cards, 5 chips",
        "On the table: 9H",
    ]


@pytest.mark.parametrize("value", [0, 100])
def test_any_number_can_be_chosen(value: int) -> None:
    game = AddingGame("one-hundred", NAMES)
    assert game.play("AS", value=value)[0].total == value


def test_legal_plays_are_a_sequence() -> None:
    legal = Game("ninety-nine", NAMES).legal(["8H", "KH"])
    assert isinstance(legal, Sequence)
    assert legal == Game("ninety-nine", NAMES).legal(["8♥", "K♥"])
    assert legal[1:] == (Play(card="KH"),)


def test_games_are_equal_whatever_way_their_cards_were_typed() -> None:
    one, other = Game("ninety-nine", NAMES), Game("ninety-nine", NAMES, dealer="Di")
    one.play("K♥")
    other.play("kh")
    assert one == other


def test_answers_and_cards_are_added_to_a_play() -> None:
    game = AddingGame("one-hundred", NAMES)
    assert game.play(Play(card="AS"), value=5)[0].total == 5
    sets = AddingGame("arizona-ninety-eight", NAMES)
    assert sets.play(Play(card="3H"), "3S")[0] == Played("Ann", ("3H", "3S"), 6, "")


def test_due_deals_answer_for_the_card_that_is_turned_up() -> None:
    rules = {"up_card": "apply", "bust": "chip, new hand", "chips": 2}
    game = Game("ninety-nine", NAMES, house=rules, up_card="8H")
    game.bust()
    assert {Deal(up_card="10S", up_value=-10), Deal(up_card="10S", up_value=10)} < {*game.due()}


def test_due_entries_of_a_round_with_bids_are_bids_and_then_tricks() -> None:
    game = PointsGame.from_file(ROOT / "tests/variants/shown/wizard-with-bids.toml", NAMES)
    game.obey(game.due()[0])
    assert game.due() == tuple(Score(tricks={name: 1}) for name in NAMES)
    game.obey(game.due()[1])
    assert [player.points for player in game.state.players] == [-10, -10, 20, 20]


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        (Game("ninety-eight", NAMES), "total 0, game-over, lost by Ann"),
        (Game("ninety-nine", NAMES[:2], house={"bust": "out"}), "total 0, game-over, won by Bo"),
    ],
    ids=["lost", "won"],
)
def test_game_over_shows_who_won_or_lost(game: Game, shown: str) -> None:
    game.bust()
    assert shown in repr(game)
    assert shown.partition("game-over")[2] in str(game)


def test_named_player_is_shown_as_the_one_to_answer() -> None:
    game = Game("ninety-eight-umass", NAMES)
    game.play("AS", target="Cy")
    assert "Cy to answer" in repr(game)
    assert "> Cy " in str(game)


def test_pickled_game_is_its_saved_text() -> None:
    game = Game("ninety-nine", NAMES)
    game.play("8H")
    pickled = pickle.dumps(game)
    assert game.save().encode() in pickled
    assert pickle.loads(pickled) == game  # noqa: S301  # our own


def test_contradicting_fields_of_a_command_are_an_error_of_the_companion() -> None:
    with pytest.raises(CompanionError, match="write a card, or else cards for a set"):
        Play()
