"""Makes pictures from the state of an adding game; pure."""

from msgspec.structs import replace

from companion.message import Name, Words, in_context, phrase
from companion.rules.adding.evaluate import last_to_come
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Player
from companion.rules.cards import Card
from companion.screens.adding.words import call_lines, faces
from companion.screens.model import Chips, KeyHint, PlayerRow, PlayerTableScreen, PlayScreen, Seat
from companion.screens.table_pictures import names_of
from companion.text.cards import face
from companion.text.turns import deals, dealt, hand_is_over, hand_number, is_out


def chips_of(rules: AddingRules, player: Player) -> Chips | None:
    """Return the player's chips in the variant's look; None in a game without chips."""
    if player.chips is None or rules.chips is None:
        return None
    return Chips(player.chips, rules.chips, rules.chips_look)


def play_picture(
    rules: AddingRules, state: AddingState, *, missing: bool, mended: bool = False
) -> PlayScreen:
    """Return the picture of the total and the player to act.

    `missing` shows the warning triangle, `mended` that a repair led here.
    """
    seat = state.turn if state.turn is not None else state.dealer
    player = state.players[seat]
    call = state.call
    if call is not None:
        card, lines = faces(call.cards), call_lines(rules, state, call)
    elif state.pile:
        card, lines = in_context("display", "Set"), (in_context("display", "by hand"), "")
    elif state.aside:
        card, lines = phrase("New"), (in_context("display", "pile"), "")
    else:
        dealer: Words = dealt(state.players[state.dealer].name)
        card, lines = in_context("hand", "New"), (hand_number(state.hand), dealer)
    last = last_to_come(rules, state)
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
        note="" if last is None else face(last),
        owes=phrase("play {n:d}", n=state.owed) if state.debt > 1 else "",
        owes_of=phrase("of {n:d}", n=state.debt) if state.debt > 1 else "",
        mended=phrase("mended") if mended else "",
    )


def unsaved_over(picture: PlayScreen, card: Card) -> PlayScreen:
    """Return the picture with the `card` that the disk refused in place of the last one (50b)."""
    is_not, saved = in_context("display", "is not"), in_context("display", "saved")
    return replace(picture, card=face(card), lines=(is_not, saved), mended="")


def seats_of(state: AddingState) -> tuple[Seat, ...]:
    """Return all seats for the picture of the table from above."""
    return tuple(
        Seat(player.name, "act" if seat == state.turn else "in" if player.still_in else "out")
        for seat, player in enumerate(state.players)
    )


def hand_over_picture(
    rules: AddingRules, state: AddingState, before: AddingState | None
) -> PlayerTableScreen:
    """Return the chips after a hand, who paid and who deals next;
    `before` is the state before its end.
    """
    payer, paid = _who_paid(state, before)
    rows = tuple(
        PlayerRow(
            player.name,
            chips_of(rules, player) if player.still_in else None,
            "" if player.still_in else in_context("player", "out"),
            marked=player is payer,
        )
        for player in state.players
    )
    title: Words = hand_is_over(state.hand)
    if payer is not None:
        pays = phrase("{name} pays {points}", name=Name(payer.name), points=paid)
        title = pays if payer.still_in else is_out(payer.name)
    return PlayerTableScreen(
        title=title,
        whose=hand_number(state.hand),
        rows=rows,
        ok=KeyHint("OK", deals(state.deals_next)),
    )


def _who_paid(state: AddingState, before: AddingState | None) -> tuple[Player | None, int]:
    """Return the player who paid or went out at the end of the hand,
    and how many chips that cost.
    """
    were = {} if before is None else {player.name: player for player in before.players}
    for now in state.players:
        player_before = were.get(now.name, now)
        paid = (player_before.chips or 0) - (now.chips or 0)
        if (player_before.still_in and not now.still_in) or paid > 0:
            return now, paid
    return None, 0
