"""The moves of an evening for a CSV file: one row each, described in few words."""

from collections.abc import Iterator
from typing import assert_never

import msgspec

from companion.phone.adding.events import chosen
from companion.phone.statistics.replay import Evening, PlayedGame, ReplayedCommand
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.cards import SUIT_SIGNS
from companion.rules.events import (
    Broken,
    Busted,
    CardDrawn,
    Dealt,
    DrawForgotten,
    Eliminated,
    Event,
    GameEnded,
    HandEnded,
    LaterEvent,
    NamedBy,
    OnlySuit,
    Paid,
    PileStarted,
    Played,
    PlaysOwed,
    Reshuffled,
    Reversed,
    Revoked,
    RoundDealt,
    RoundEnded,
    Scored,
    Shielded,
    Showed,
    Swept,
    TargetReached,
    ToTrick,
    TrickTaken,
    TurnedUp,
    VoidShown,
    WentOver,
)
from companion.rules.family import Rules, State
from companion.screens.spoken import SUITS
from companion.text.named import parted


class CsvRow(msgspec.Struct, frozen=True):
    """One play or other action at the table; `at` is in seconds since 1970 UTC.

    `game` counts the games of the evening from 1. `cards` are as in docs/protocol.md, separated by spaces;
    `total` is the total after it, None in a trick game; `chips` are those paid with it.
    """

    at: float
    game: int
    title: str
    hand: int
    player: str
    cards: str
    what: str
    total: int | None
    chips: int


def rows(evening: Evening) -> Iterator[CsvRow]:
    """Yield every command that was not taken back, oldest first."""
    for count, game in enumerate(evening.games, 1):
        before = game.commands[0]
        for command in game.commands:
            yield _row(count, game, command, before.moment.state)
            before = command


def _row(count: int, game: PlayedGame, command: ReplayedCommand, before: State) -> CsvRow:
    events, state = command.moment.events, command.moment.state
    first = events[0]
    return CsvRow(
        at=command.at,
        game=count,
        title=game.rules.title,
        hand=command.hand,
        player=getattr(first, "player", ""),
        cards=" ".join(card for event in events for card in _cards(event)),
        what=", ".join(filter(None, (_describe(game.rules, state, event) for event in events))),
        total=state.total if isinstance(state, AddingState) else None,
        chips=sum(_paid(event, before) for event in events),
    )


def _paid(event: Event, before: State) -> int:
    """Return the chips paid to the pot: one for a bust, all that are left when a player leaves."""
    match event:
        case Paid():
            return 1
        case Eliminated(player, "left") if isinstance(before, AddingState):
            return sum(each.chips or 0 for each in before.players if each.name == player)
    return 0


def _cards(event: Event) -> tuple[str, ...]:
    """Return the cards played or shown; the one that took a trick belongs to an earlier event."""
    match event:
        case Played(cards=cards) | WentOver(cards=cards) | Showed(cards=cards):
            return cards
        case TurnedUp(card=card) | Shielded(card=card) | ToTrick(card=card):
            return (card,)
        case Dealt() | Busted() | Eliminated() | DrawForgotten() | RoundDealt() | Scored():
            return ()
        case _ if isinstance(event, LaterEvent):
            return ()
        case _:
            assert_never(event)


def _describe(rules: Rules, state: State, event: Event) -> str:
    """Return an event in few words; for a card without a call the player's choice, in the page's words."""
    words = happened(event)
    if not (isinstance(rules, AddingRules) and isinstance(state, AddingState) and state.call):
        return words
    match event:
        case Played(call=""):
            return chosen(rules, state.call) or words
        case TurnedUp() if state.call.value is not None:
            return f"{words}, {chosen(rules, state.call)}"
    return words


def happened(event: Event) -> str:  # noqa: C901, PLR0912  # one case an event
    """Return an event in few words; "" if the other columns or the next row show it."""
    match event:
        case Dealt(hand=hand):
            return f"deals hand {hand}"
        case RoundDealt(round=number):
            return f"deals round {number}"
        case TurnedUp():
            return "turns up"
        case Played(call=call):
            return call or "plays"
        case ToTrick(led=led):
            return "leads" if led else "plays"
        case WentOver(total=total):
            return f"goes over with {total}"
        case Busted():
            return "busts"
        case Reversed(direction):
            return f"play turns {direction}"
        case CardDrawn(player, cards, due) if cards < due:
            return f"{player} draws {cards} of {due}"
        case Reshuffled(cards):
            return f"{cards} cards reshuffled"
        case TargetReached(number=number, what=what):
            return f"exactly {number}: {what}"
        case PlaysOwed(player, plays):
            return f"{player} owes {plays}"
        case NamedBy(named=named):
            return f"names {named}"
        case Shielded():
            return "shows the shield"
        case PileStarted():
            return "a new pile"
        case Eliminated(player, why):
            return f"{player} is out: {why}"
        case DrawForgotten():
            return "forgot to draw"
        case Showed():
            return "shows"
        case HandEnded():
            return "the hand is over"
        case RoundEnded():
            return "the round is over"
        case VoidShown(suit=suit):
            return f"holds no {_suit(suit)}"
        case Broken(suit=suit):
            return f"{_suit(suit)} may be led"
        case OnlySuit(suit=suit):
            return f"holds only {_suit(suit)}"
        case Revoked(penalty=penalty):
            return f"a revoke that stands, {penalty} points"
        case TrickTaken(player, _, trick, points):
            return f"{player} takes trick {trick} for {points}"
        case Swept(player, points):
            return f"{player} has it all and pays {points} more"
        case Scored(points=points):
            return "points entered: " + ", ".join(f"{parted(name)} {paid}" for name, paid in points.items())
        case GameEnded(winner, losers, winners):
            return _ended(winner, losers, winners)
        case CardDrawn() | Paid():
            return ""
        case _:
            assert_never(event)


def _ended(winner: str | None, losers: tuple[str, ...], winners: tuple[str, ...]) -> str:
    won = winners or (() if winner is None else (winner,))
    if won:
        return f"{' and '.join(won)} {'wins' if len(won) == 1 else 'win'}"
    return f"{' and '.join(losers)} {'loses' if len(losers) == 1 else 'lose'}"


def _suit(letter: str) -> str:
    return SUITS[SUIT_SIGNS[letter]]
