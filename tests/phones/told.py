"""The expected texts of a page, derived only from the state of the rules and not from the data that
the page receives.
"""

import re
from collections.abc import Mapping

from companion.core.cards import parse_card
from companion.core.events import Busted, Dealt, Event, Played
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState
from companion.games.tricks.screens import current_trick
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from companion.words.numbers import number
from tests.drivers.expected import Expected
from tests.phones.phone import Sight

RANKS = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "JK": "joker",
}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def figure(number: int) -> str:
    """Return a number with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def card_words(card: str) -> str:
    """Return a card as it is read aloud: "4 of hearts", "king of spades", "four", "joker"."""
    read = parse_card(card)
    rank = RANKS[read.rank]
    if not read.suit:
        return rank
    return f"{read.rank if read.rank.isdecimal() else rank} of {SUITS[read.suit]}"


def said_by_the_box(card: str) -> str:
    """Return a card in a sentence of the box, which keeps figures: "4 of hearts",
    "king of hearts".
    """
    rank = parse_card(card).rank
    return card_words(card).replace(RANKS[rank], rank, 1) if rank.isdecimal() else card_words(card)


def without_signs(sentence: str) -> str:
    """Return a sentence as it is on the page, where suits are drawn."""
    return re.sub("[♠♥♦♣]", "", sentence)


def table_sight(expected: Expected, won: Mapping[str, int]) -> Sight:
    """Return the texts of the table's tab, on a phone and on a desktop; `won` are the games of this
    evening.
    """
    match expected.rules, expected.state:
        case AddingRules() as rules, AddingState(phase="play") as state:
            return {
                "total": figure(state.total),
                "move": move(expected),
                "way": "clockwise" if state.clockwise else "counterclockwise",
                "seats": [_seat(state, seat) for seat in range(len(state.players))],
                "chart": _chart(rules, expected),
            }
        case AddingRules(), AddingState() as state:
            if state.phase == "game-over":
                return {"over": _headline(expected), **_result(state, won)}
            return {"over": _headline(expected), "people": _chips(state)}
        case TrickRules() as rules, TrickState() as state:
            points = {"points": _points(rules, expected)}
            if state.phase == "game-over":
                return {**points, **_result(state, won)}
            return {**points, "led": _led(expected), "trick": _trick(rules, state)}
    raise AssertionError("the game and its rules are of two families")


def rule_sight(expected: Expected, *, wide: bool) -> Sight:
    """Return the texts above the keys of the paired phone's tab, or in place of the keys when a
    hand is over.
    """
    match expected.state:
        case AddingState(phase="play") as state:
            shown = {"total": figure(state.total), "move": move(expected)}
            if wide:
                return shown | {"seats": [_seat(state, seat) for seat in range(len(state.players))]}
            way = "clockwise" if state.clockwise else "counterclockwise"
            return shown | {"where": f"{way}, hand {state.hand}"}
        case AddingState(phase="hand-over") as state:
            return {"next": f"{state.deals_next} deals hand {state.hand + 1}"}
        case TrickState(phase="round-over") as state:
            return {"next": f"{state.deals_next} deals round {state.round + 1}"}
        case TrickState(phase="play") if not wide:
            return {"move": _capital(move(expected))}
    return {}


def move(expected: Expected) -> str:
    """Return the text about the player to act."""
    turn = expected.turn
    match expected.state:
        case AddingState(phase="play", owed=owed) if owed > 1:
            return f"{turn} owes {number(owed)} plays"
        case TrickState(phase="play", trick=()):
            return f"{turn} leads"
    return f"{turn} to play"


def newest(expected: Expected) -> Sight:
    """Return the newest row of plays after an accepted card: its number, the
    player, and the total.
    """
    event = expected.moments[-1].events[0]
    assert isinstance(event, Played)
    cards = [card_words(card) for card in event.cards]
    row = [cards, event.player, figure(event.total)]
    if not event.call:
        return {"newest": row}
    return {"newest": row, "said": f"{event.player} “{event.call} {figure(event.total)}”"}


def noted(who: str, said: str, total: str | None = None, cards: tuple[str, ...] = ()) -> Sight:
    """Return the newest row after `cards` were refused or a call was judged: `said` about `who`."""
    return {"newest": [[card_words(card) for card in cards], who, total], "said": f"{who} {said}"}


def _seat(state: AddingState, seat: int) -> list[object]:
    player = state.players[seat]
    acts = seat == state.turn
    if not player.still_in:
        held = "out"
    elif acts and state.owed > 1:
        held = f"owes {state.owed}"
    elif player.chips is not None:
        held = "1 chip" if player.chips == 1 else f"{player.chips} chips"
    else:
        held = "1 card" if player.cards == 1 else f"{player.cards} cards"
    return [player.name, held, acts]


def _chips(state: AddingState) -> list[list[str]]:
    rows = [
        [player.name, "" if player.chips is None else str(player.chips)] for player in state.players
    ]
    with_chips = state.players[0].chips is not None
    return [*rows, *([["Pot", str(state.pot)]] if with_chips else [])]


def _result(state: AddingState | TrickState, won: Mapping[str, int]) -> Sight:
    """Return the final chips or points and the games won, in any order."""
    return {
        "final": sorted(
            f"{player.name} {player.chips or player.points or 0}" for player in state.players
        ),
        "counts": sorted(f"{player.name} {won[player.name]}" for player in state.players),
    }


def _events_of_hand(expected: Expected) -> list[Event]:
    events: list[Event] = []
    for moment in reversed(expected.moments):
        events = [*moment.events, *events]
        if isinstance(moment.events[0], Dealt):
            break
    return events


def _chart(rules: AddingRules, expected: Expected) -> str:
    """Return the chart in words: "From 0 to 97 in 17 plays, 99 twice."."""
    totals = [event.total for event in _events_of_hand(expected) if isinstance(event, Played)]
    times = totals.count(rules.target)
    often = {0: "", 1: f", {rules.target} once", 2: f", {rules.target} twice"}
    there = often.get(times, f", {rules.target} {times} times")
    count = "1 play" if len(totals) == 1 else f"{len(totals)} plays"
    return f"From 0 to {figure(([0, *totals])[-1])} in {count}{there}."


def _headline(expected: Expected) -> str:
    state = expected.adding
    if state.phase == "game-over":
        return f"{state.name_of(state.winner)} wins"
    before = expected.moments[-2].state
    busted = next(event for event in expected.moments[-1].events if isinstance(event, Busted))
    assert isinstance(before, AddingState)
    return f"{busted.player} busts at {figure(before.total)}"


def _points(rules: TrickRules, expected: Expected) -> list[list[object]]:
    rounds = {m.state.round: m.state for m in expected.moments if isinstance(m.state, TrickState)}
    rows: list[list[object]] = []
    for seat, player in enumerate(expected.tricks.players):
        columns = [
            figure(rounds[number].players[seat].round_points) if number in rounds else "·"
            for number in range(1, len(rules.rounds) + 1)
        ]
        rows.append([player.name, [*columns, figure(player.points)]])
    return rows


def _led(expected: Expected) -> str:
    state = expected.tricks
    if state.phase == "game-over":
        winners = [state.players[seat].name for seat in state.winners]
        return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
    if state.phase != "play":
        return f"Round {state.round} is over"
    return f"{SUITS[state.led].capitalize()} led" if state.led else _capital(move(expected))


def _trick(rules: TrickRules, state: TrickState) -> list[list[str]]:
    """Return each player's place in the trick, the leader's first."""
    lies = current_trick(rules, state)
    if not lies.cards and state.turn is None:
        return []
    first = lies.cards[0].seat if lies.cards else state.turn
    assert first is not None
    laid = {one.seat: str(one.card) for one in lies.cards}
    places = []
    for seat in ((first + at) % len(state.players) for at in range(len(state.players))):
        if seat in laid:
            mark = "" if seat != lies.wins else " takes it" if lies.complete else " has it so far"
            said = said_by_the_box(laid[seat]) + mark
        else:
            said = "to play" if seat == state.turn else "to come"
        places.append([state.players[seat].name, said])
    return places


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
