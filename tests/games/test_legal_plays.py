"""Legal plays are never refused; any other play is refused or goes over."""

import random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import RANKS, SUITS
from companion.core.commands import Accept, Bust, Deal, New, Play
from companion.core.events import WentOver
from companion.core.legal import legal_plays
from companion.core.refusals import ChoiceNeeded
from companion.errors import Illegal
from companion.games import family_of
from companion.games.adding.state import AddingState
from companion.games.history import GameHistory
from companion.games.points.variant import PointsVariant
from companion.games.tricks.state import Void
from companion.variants import load_variants
from tests.drivers.game import TrickGame

SHELF = load_variants().variants
NAMES = ("Ann", "Bo", "Cy", "Di")
PACK = (*(rank + suit for rank in RANKS for suit in SUITS), "JK")
COMMANDS = 60

HOUSES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "over is a bust": {"over": "bust", "bust": "chip, new pile", "chips": 3, "jokers": 2},
    "two decks": {"decks": 2},
}


def games() -> list[tuple[str, str]]:
    """Return every variant with cards, plus those with house rules that change how a card is
    played.
    """
    adding = ["ninety-nine", "one-hundred", "ninety-eight-umass"]
    laid_over = [
        (variant, house) for house in ("over is a bust", "two decks") for variant in adding
    ]
    with_cards = [name for name, variant in SHELF.items() if not isinstance(variant, PointsVariant)]
    return [(variant, "as it is") for variant in with_cards] + laid_over


def tried(game: GameHistory, play: Play) -> Illegal | bool:
    """Return whether a play is accepted as it is: the refusal, or False if it goes over."""
    try:
        return not isinstance(game.decide(play).events[0], WentOver)
    except Illegal as illegal:
        return illegal


def agree(game: GameHistory, legal: list[Play]) -> None:
    """Require that the legal plays are accepted and that no other card is."""
    assert all(tried(game, play) is True for play in legal)
    listed = {play.card for play in legal}
    for card in PACK:
        refused = tried(game, Play(card=card))
        asks = refused_as(game, card) in {"choice-needed", "target-needed"}
        assert (card in listed) == (refused is True or asks), card
        if isinstance(refused, Illegal) and isinstance(refused.refusal, ChoiceNeeded):
            values = tuple(play.value for play in legal if play.card == card)
            assert values == refused.refusal.options


def left(game: GameHistory) -> str:
    """Return an unplayed card of this round, of a suit in which the player has shown a void."""
    return next(card for card in PACK if refused_as(game, card) == "revoke")


def refused_as(game: GameHistory, card: str) -> str | None:
    refused = tried(game, Play(card=card))
    return refused.code if isinstance(refused, Illegal) else None


@pytest.mark.parametrize(("variant", "house"), games())
def test_legal_plays_are_those_that_the_rules_accept(variant: str, house: str) -> None:
    chance = random.Random(f"{variant} {house}")  # noqa: S311  # a game, no secret
    game = GameHistory(SHELF)
    rules = HOUSES[house]
    up = "8H" if variant.startswith("ninety-nine-ishihara") else UNSET
    game.obey(New(variant=variant, players=NAMES, house=rules, up_card=up))
    for _ in range(COMMANDS):
        legal = game.legal_plays()
        agree(game, [play for play in legal if not (play.only_suit or play.accept_revoke)])
        state = game.state
        assert state is not None
        match state.phase:
            case "play" if legal:
                game.obey(chance.choice(legal))
            case "play" if isinstance(state, AddingState):
                game.obey(Bust())
            case "shield":
                game.obey(Accept())
            case "game-over":
                break
            case _:
                game.obey(Deal(up_card=up))


def test_leader_without_another_card_declares_everything_that_the_rules_require() -> None:
    game = TrickGame().to_round(2)
    state, rules = game.state, game.rules
    assert state.leads
    assert state.turn is not None
    voids = tuple(Void(state.turn, suit, 1) for suit in SUITS)
    restricted = rules.round(2).restricted
    spent = tuple(card for card in rules.pack.cards() if card.suit != restricted)
    state = replace(state, voids=voids, played=spent)
    plays = legal_plays(family_of(rules), rules, state)
    assert {(play.only_suit, play.accept_revoke) for play in plays} == {(True, True)}
    assert len(plays) == 13
