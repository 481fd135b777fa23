"""Makes pictures and lights from the state of a game; pure."""

from typing import Final, assert_never

from companion.outputs import SEATS, Lights, SeatLight
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Player
from companion.rules.family import State, deals_next, winners
from companion.rules.points.state import PointsState
from companion.rules.tricks.state import TrickState
from companion.screens.adding.words import call_lines, faces
from companion.screens.model import (
    Chips,
    KeyHint,
    PlayerRow,
    PlayerTableScreen,
    PlayScreen,
    Seat,
    WinnerScreen,
)
from companion.text.cards import face
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.named import Words, named
from companion.text.turns import deals, hand_is_over, is_out
from companion.text.whose_move import outcome

PLACES: Final = {
    2: (0, 4),
    3: (0, 3, 5),
    4: (7, 1, 3, 5),
    5: (0, 1, 3, 5, 7),
    6: (0, 1, 3, 4, 5, 7),
    7: (0, 1, 2, 3, 4, 5, 7),
}


def names_of(state: State) -> tuple[str, ...]:
    """Return the names of all players, which `companion.drawing.names` shortens without confusing two."""
    return tuple(player.name for player in state.players)


def chips_of(rules: AddingRules, player: Player) -> Chips | None:
    """Return the player's chips in the variant's look; None in a game without chips."""
    if player.chips is None or rules.chips is None:
        return None
    return Chips(player.chips, rules.chips, rules.chips_look)


def play_picture(rules: AddingRules, state: AddingState, *, missing: bool) -> PlayScreen:
    """Return the picture of the total and the player to act; `missing` shows the warning triangle."""
    seat = state.turn if state.turn is not None else state.dealer
    player = state.players[seat]
    call = state.call
    if call is not None:
        card, lines = faces(call.cards), call_lines(rules, state, call)
    elif state.pile or state.aside:
        card, lines = _("New"), (pgettext("display", "pile"), "")
    else:
        dealer: Words = named(_("{name} dealt"), state.players[state.dealer].name)
        card, lines = pgettext("hand", "New"), (_("hand {n}").format(n=state.hand), dealer)
    last = rules.last_card
    return PlayScreen(
        total=state.total,
        name=player.name,
        table=names_of(state),
        clockwise=state.clockwise,
        card=card,
        lines=lines,
        stock=state.stock,
        chips=chips_of(rules, player),
        owed=state.owed,
        debt=state.debt if state.debt > 1 else 0,
        seats=seats_of(state),
        missing=missing,
        note=face(last) if last is not None and state.stock > 0 and last not in state.pile else "",
        owes=_("play {n:d}").format(n=state.owed) if state.debt > 1 else "",
        owes_of=_("of {n:d}").format(n=state.debt) if state.debt > 1 else "",
    )


def seats_of(state: AddingState) -> tuple[Seat, ...]:
    """Return all seats for the picture of the table from above."""
    return tuple(
        Seat(player.name, "act" if seat == state.turn else "in" if player.still_in else "out")
        for seat, player in enumerate(state.players)
    )


def hand_over_picture(
    rules: AddingRules, state: AddingState, before: AddingState | None
) -> PlayerTableScreen:
    """Return the chips after a hand, who paid and who deals next; `before` is the state before its end."""
    paid = _who_paid(state, before)
    rows = tuple(
        PlayerRow(
            player.name,
            chips_of(rules, player) if player.still_in else None,
            "" if player.still_in else pgettext("player", "out"),
            marked=seat == paid,
        )
        for seat, player in enumerate(state.players)
    )
    title: Words = hand_is_over(state.hand)
    if paid is not None:
        payer = state.players[paid]
        title = (
            named(_("{name} pays {points}"), payer.name, points=1) if payer.still_in else is_out(payer.name)
        )
    return PlayerTableScreen(
        title=title,
        whose=_("hand {n}").format(n=state.hand),
        rows=rows,
        ok=KeyHint("OK", deals(deals_next(state))),
    )


def _who_paid(state: AddingState, before: AddingState | None) -> int | None:
    if before is None:
        return None
    for seat, (now, then) in enumerate(zip(state.players, before.players, strict=True)):
        if (then.still_in and not now.still_in) or (now.chips or 0) < (then.chips or 0):
            return seat
    return None


def winner_picture(state: State, tally: tuple[tuple[str, int], ...]) -> WinnerScreen:
    """Return the picture of a game's end: the winners or losers, and the evening's wins."""
    return WinnerScreen(
        sentence=outcome(state),
        tally=tally,
        crown=bool(winners(state)),
        table=names_of(state),
        ok=KeyHint("OK", pgettext("key", "again")),
        other=KeyHint("MORE", pgettext("key", "games")),
    )


def light_places(players: int) -> tuple[int, ...]:
    """Return for each seat its light among the eight: 0 at the top, then clockwise.

    The players sit round the table, so a few of them are spread over its eight sides: two face each other,
    four take the corners, eight every side. Seats from the ninth on have no light.

    >>> light_places(3)
    (0, 3, 5)
    """
    return PLACES.get(players, tuple(range(min(players, SEATS))))


def lights_of(state: State | None, verdict: str = "", *, resting: bool = False) -> Lights:
    """Return the lights: seats bright to act, dim if still in, else dark; direction; last verdict.

    While the display is `resting` only the seat to act is lit, and dim.
    """
    accepted, refused = verdict == "accepted", verdict == "refused"
    if state is None:
        return Lights(accepted=accepted, refused=refused)
    clockwise: bool | None
    match state:
        case AddingState():
            acting = state.turn if state.phase != "shield" else state.named
            still_in, clockwise = state.seats_in, state.clockwise
        case TrickState():
            acting, still_in, clockwise = state.turn, tuple(range(len(state.players))), True
        case PointsState():
            # Nobody is to act, so the dealer's light leads; the box does not know which way such a game goes.
            dealing = {"play": state.dealer, "round-over": state.next_seat(state.dealer)}
            acting, still_in, clockwise = dealing.get(state.phase), state.seats_in, None
        case _:
            assert_never(state)
    seats: list[SeatLight] = ["dark"] * SEATS
    for seat, place in enumerate(light_places(len(state.players))):
        seats[place] = "act" if seat == acting else "in" if seat in still_in else "dark"
    if resting:
        return Lights(tuple("in" if seat == "act" else "dark" for seat in seats))
    playing = state.phase in {"play", "shield"}
    return Lights(
        seats=tuple(seats),
        clockwise=playing and clockwise is True,
        counterclockwise=playing and clockwise is False,
        accepted=accepted,
        refused=refused,
    )
