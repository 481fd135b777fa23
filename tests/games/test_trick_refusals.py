"""Refusals of trick games, and their order: docs/reference/referee-protocol.md, "Error codes"."""

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
    """Return round 2 with Cy to lead, void in hearts, hearts not broken, and 5♥ in a trick."""
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
def test_first_of_several_faults_in_this_order_is_named(
    code: str, fields: Fields, facts: Fields
) -> None:
    refused = cy_leads_without_hearts().refused(Play(**EVERYTHING, **fields))
    assert (refused.code, refused.facts) == (code, facts)


@pytest.mark.parametrize("fields", [fields for _, fields, _ in IN_ORDER])
def test_wrong_phase_is_named_before_all_other_faults(fields: Fields) -> None:
    game = TrickGame()
    game.score(Ann=130)
    assert game.refused(Play(**EVERYTHING, **fields)).code == "round-over"


def test_value_is_the_last_fault_checked() -> None:
    game = cy_leads_without_hearts()
    refused = game.refused(Play(card="KH", value=10, **INSISTING))
    assert refused.refusal == refusals.BadValue((), 10, "KH")
    game.obey(Play(card="KH", **INSISTING))


def test_target_player_is_refused() -> None:
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
def test_card_outside_the_pack_is_refused(variant: str, players: int, card: str) -> None:
    assert TrickGame(variant, players).refused(Play(card=card)).code == "not-in-deck"


@pytest.mark.parametrize(
    ("players", "card"),
    [(4, "2C"), (5, "2S"), (6, "3S"), (7, "3D"), (4, "QS/1"), (4, "q♠"), (4, "tH")],
)
def test_card_of_the_pack_is_accepted(players: int, card: str) -> None:
    TrickGame(SPAGHETTI, players).obey(Play(card=card))


@pytest.mark.parametrize("rank", ["2", "10", "T", "q"])
def test_rank_without_a_suit_is_refused(rank: str) -> None:
    refused = TrickGame().refused(Play(card=rank))
    told = {"T": "10", "q": "Q"}.get(rank, rank)
    assert refused.refusal == refusals.SuitNeeded(told)


def test_deck_number_does_not_distinguish_cards_of_one_deck() -> None:
    game = TrickGame()
    game.play("QS/1")
    refused = game.refused(Play(card="QS"))
    assert refused.refusal == refusals.AlreadyPlayed("QS", "tricks")
    assert game.refused(Play(card="QS/1")).facts == {"card": "QS"}


def test_card_cannot_be_played_twice_in_a_round() -> None:
    game = TrickGame().to_round(4)
    game.play("5C KC 6C")
    assert game.refused(Play(card="5C")).code == "already-played"
    game.play("7C")
    assert game.refused(Play(card="5C")).code == "already-played"
    game.play("8D KS 9D 10D")
    game.deal()
    game.play("5C")


def test_list_of_cards_is_accepted_only_with_one_card() -> None:
    game = TrickGame()
    refused = game.refused(Play(cards=("5C", "5D")))
    assert refused.refusal == refusals.SetsNotAllowed()
    game.obey(Play(cards=("5C",)))


def test_play_out_of_turn_is_refused() -> None:
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
def test_commands_of_adding_games_are_refused_in_every_phase(command: Step) -> None:
    game = TrickGame()
    assert game.refused(command).code == "not-in-this-game"
    game.score(Ann=130)
    assert game.refused(command).code == "not-in-this-game"
    game.deal()
    game.to_round(6).score(Bo=560)
    refused = game.refused(command)
    assert refused.code == "not-in-this-game"
    assert refused.refusal == refusals.NotInThisGame(str(command.__struct_config__.tag))


def test_up_card_is_refused() -> None:
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
        ({"house": {"revoke_penalty": "5"}, "players": ()}, "bad-house-rule"),
        ({"players": ("Ann", "Bo", "Ann"), "dealer": "Zoe"}, "bad-players"),
        ({"players": ("Ann", "", "Cy"), "dealer": "Zoe"}, "bad-players"),
        ({"dealer": "Zoe", "up_card": "8H"}, "unknown-player"),
        ({"up_card": "8H"}, "bad-field"),
        ({}, None),
    ],
)
def test_faults_of_a_new_game_are_reported_in_this_order(fields: Fields, code: str | None) -> None:
    game = GameDriver()
    command = New(**{"variant": SPAGHETTI, "players": NAMES[:3], **fields})
    if code is None:
        game.obey(command)
    else:
        refused = game.refused(command)
        assert refused.code == code


@pytest.mark.parametrize("value", [1.5, "5", True, None, [5]])
def test_revoke_penalty_must_be_a_whole_number_of_points(value: object) -> None:
    new = New(variant=SPAGHETTI, players=NAMES[:3], house={"revoke_penalty": value})
    refused = GameDriver().refused(new)
    assert (refused.code, refused.facts) == ("bad-house-rule", {"rule": "revoke_penalty"})


def test_points_are_refused_in_adding_games() -> None:
    game = GameDriver()
    new = New(variant="ninety-nine", players=NAMES[:3], house={"revoke_penalty": 1})
    assert game.refused(new).code == "bad-house-rule"
    game.new("ninety-nine", 3)
    assert game.refused(Score(points={"Ann": 130})).code == "not-in-this-game"
    assert game.refused(Claim(player="Ann", points=3)).code == "not-in-this-game"
    game.obey(Play(card="8H", accept_revoke=True, only_suit=True))
