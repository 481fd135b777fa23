"""What trick games refuse, and which fault is named of several:
docs/reference/referee-protocol.md, "Error codes".
"""

from typing import Any

import pytest

from companion.core import refusals
from companion.core.commands import (
    Accept,
    Bust,
    Claim,
    Deal,
    Forget,
    Leave,
    New,
    Play,
    Score,
    Shield,
    Show,
    Step,
)
from tests.drivers.game import NAMES, POLIGNAC, SLOBBERHANNES, SPAGHETTI, GameDriver, TrickGame

Fields = dict[str, Any]


def cy_leads_without_hearts() -> TrickGame:
    """Round 2: Cy is to lead, has shown to hold no heart, and hearts are not broken;
    5♥ lies in a trick.
    """
    game = TrickGame().to_round(2)
    game.only("5H")
    game.play("9C 6H 7H 2D")
    game.let_stand("3D")
    game.play("AD 4D")
    assert (game.turn, game.state.broken) == ("Cy", False)
    return game


EVERYTHING: Fields = {"value": 1, "target": "Bo"}
INSISTING: Fields = {"only_suit": True, "accept_revoke": True}
IN_ORDER: list[tuple[str, Fields, Fields]] = [
    ("unknown-player", {"player": "Zoe", "cards": ("X", "JK", "K", "5H")}, {}),
    ("not-your-turn", {"player": "Ann", "cards": ("X", "JK", "K", "5H")}, {"turn": "Cy"}),
    ("bad-card", {"player": "Cy", "cards": ("5H", "K", "JK", "X", "Y")}, {"card": "X"}),
    ("not-in-deck", {"cards": ("5H", "K", "JK", "5H/2")}, {"card": "JK"}),
    ("suit-needed", {"cards": ("5H", "5H", "K", "Q")}, {"card": "K"}),
    ("sets-not-allowed", {"cards": ("5H", "5H")}, {}),
    ("already-played", {"card": "5H"}, {"card": "5H"}),
    ("restricted-lead", {"card": "KH"}, {"suit": "H"}),
    ("restricted-lead", {"card": "KH", "accept_revoke": True}, {"suit": "H"}),
    ("revoke", {"card": "KH", "only_suit": True}, {"trick": 1, "suit": "H"}),
    ("bad-target", {"card": "KH", **INSISTING}, {"options": []}),
]


@pytest.mark.parametrize(("code", "fields", "facts"), IN_ORDER)
def test_of_several_faults_the_first_in_this_order_is_named(
    code: str, fields: Fields, facts: Fields
) -> None:
    refused = cy_leads_without_hearts().refused(Play(**EVERYTHING, **fields))
    assert (refused.code, refused.facts) == (code, facts)


@pytest.mark.parametrize("fields", [fields for _, fields, _ in IN_ORDER])
def test_the_phase_comes_before_all_of_them(fields: Fields) -> None:
    game = TrickGame()
    game.score(Ann=130)
    assert game.refused(Play(**EVERYTHING, **fields)).code == "round-over"


def test_a_value_is_the_last_fault_and_without_it_the_card_is_played() -> None:
    game = cy_leads_without_hearts()
    refused = game.refused(Play(card="KH", value=10, **INSISTING))
    assert refused.refusal == refusals.BadValue((), 10, "KH")
    game.obey(Play(card="KH", **INSISTING))


def test_no_card_names_a_player() -> None:
    assert TrickGame().refused(Play(card="KH", target="Bo")).refusal == refusals.BadTarget((), "Bo")


# Cards.


@pytest.mark.parametrize(
    ("variant", "players", "card"),
    [
        (SPAGHETTI, 4, "JK"),
        (SPAGHETTI, 4, "jk/1"),
        (SPAGHETTI, 4, "QS/2"),
        (SPAGHETTI, 3, "2C"),
        (SPAGHETTI, 5, "2D"),
        (SPAGHETTI, 8, "3D"),
        (SLOBBERHANNES, 4, "6C"),
        (SLOBBERHANNES, 4, "6"),
        (SLOBBERHANNES, 5, "7S"),
        (POLIGNAC, 6, "7C"),
    ],
)
def test_a_card_that_is_not_in_the_pack(variant: str, players: int, card: str) -> None:
    assert TrickGame(variant, players).refused(Play(card=card)).code == "not-in-deck"


@pytest.mark.parametrize(
    ("players", "card"),
    [(4, "2C"), (5, "2S"), (6, "3S"), (7, "3D"), (4, "QS/1"), (4, "q♠"), (4, "tH")],
)
def test_a_card_that_is(players: int, card: str) -> None:
    TrickGame(SPAGHETTI, players).obey(Play(card=card))


@pytest.mark.parametrize("rank", ["2", "10", "T", "q"])
def test_a_rank_alone_does_not_say_which(rank: str) -> None:
    refused = TrickGame().refused(Play(card=rank))
    told = {"T": "10", "q": "Q"}.get(rank, rank)
    assert refused.refusal == refusals.SuitNeeded(told)


def test_a_deck_number_tells_no_two_cards_apart() -> None:
    game = TrickGame()
    game.play("QS/1")
    refused = game.refused(Play(card="QS"))
    assert refused.refusal == refusals.AlreadyPlayed("QS", "tricks")
    assert game.refused(Play(card="QS/1")).facts == {"card": "QS"}


def test_a_card_of_an_earlier_trick_cannot_be_played_again_before_the_next_deal() -> None:
    game = TrickGame().to_round(4)
    game.play("5C KC 6C")
    assert game.refused(Play(card="5C")).code == "already-played"
    game.play("7C")
    assert game.refused(Play(card="5C")).code == "already-played"
    game.play("8D KS 9D 10D")
    game.deal()
    game.play("5C")


def test_two_cards_are_no_play_and_one_in_a_list_is() -> None:
    game = TrickGame()
    refused = game.refused(Play(cards=("5C", "5D")))
    assert refused.refusal == refusals.SetsNotAllowed()
    game.obey(Play(cards=("5C",)))


def test_out_of_turn() -> None:
    refused = TrickGame().refused(Play(card="5C", player="Cy"))
    assert refused.refusal == refusals.NotYourTurn("Ann", "Cy")
    TrickGame().obey(Play(card="5C", player="Ann"))


# Other commands.


@pytest.mark.parametrize(
    "command",
    [
        Bust(),
        Bust(hand=("5C",)),
        Shield(card="AH"),
        Accept(),
        Forget(player="Zoe"),
        Show(player="Ann", cards=("KC", "KD", "KH")),
        Leave(player="Ann"),
    ],
)
def test_what_belongs_to_adding_games_is_refused_in_every_phase(command: Step) -> None:
    game = TrickGame()
    assert game.refused(command).code == "not-in-this-game"
    game.score(Ann=130)
    assert game.refused(command).code == "not-in-this-game"
    game.deal()
    game.to_round(6).score(Bo=560)
    refused = game.refused(command)
    assert refused.code == "not-in-this-game"
    assert refused.refusal == refusals.NotInThisGame(str(command.__struct_config__.tag))


def test_no_card_is_turned_up() -> None:
    game = TrickGame()
    assert game.refused(Deal(up_card="8H")).code == "not-now"
    game.score(Ann=130)
    refused = game.refused(Deal(up_card="8H"))
    assert refused.refusal == refusals.BadField("up_card", "turns-none")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"variant": "patience", "house": {"target": 9}, "players": ()}, "unknown-variant"),
        ({"house": {"target": 9}, "players": ()}, "bad-house-rule"),
        ({"house": {"revoke_penalty": -1}, "players": ()}, "bad-house-rule"),
        ({"players": ("Ann", "Bo", "Ann"), "dealer": "Zoe"}, "bad-players"),
        ({"players": ("Ann", "", "Cy"), "dealer": "Zoe"}, "bad-players"),
        ({"dealer": "Zoe", "up_card": "8H"}, "unknown-player"),
        ({"up_card": "8H"}, "bad-field"),
        ({}, None),
    ],
)
def test_a_game_is_begun_in_this_order(fields: Fields, code: str | None) -> None:
    game = GameDriver()
    command = New(**{"variant": SPAGHETTI, "players": NAMES[:3], **fields})
    if code is None:
        game.obey(command)
    else:
        refused = game.refused(command)
        assert refused.code == code


@pytest.mark.parametrize("value", [-1, 1.5, "5", True, None, [5]])
def test_a_revoke_costs_a_whole_number_of_points(value: object) -> None:
    new = New(variant=SPAGHETTI, players=NAMES[:3], house={"revoke_penalty": value})
    refused = GameDriver().refused(new)
    assert (refused.code, refused.facts) == ("bad-house-rule", {"rule": "revoke_penalty"})


def test_adding_games_know_nothing_of_points() -> None:
    game = GameDriver()
    new = New(variant="ninety-nine", players=NAMES[:3], house={"revoke_penalty": 1})
    assert game.refused(new).code == "bad-house-rule"
    game.new("ninety-nine", 3)
    assert game.refused(Score(points={"Ann": 130})).code == "not-in-this-game"
    assert game.refused(Claim(player="Ann", points=3)).code == "not-in-this-game"
    game.obey(Play(card="8H", accept_revoke=True, only_suit=True))
