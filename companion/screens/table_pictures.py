"""The pictures that the families share, from the state of a game; pure."""

from collections.abc import Mapping

from companion.core.cards import Card
from companion.core.seats import State
from companion.errors import DiskFault
from companion.message import Words, in_context, joined, phrase
from companion.screens.model import (
    BootScreen,
    KeyHint,
    NoticeScreen,
    PartFailedScreen,
    Picture,
    PlayerRow,
    PlayerTableScreen,
    SafeToUnplugScreen,
    Seat,
    WinnerScreen,
)
from companion.words.cards import face
from companion.words.disk import disk_sentence, slow_disk, what_stands
from companion.words.numbers import figure, signed
from companion.words.result import Result
from companion.words.turns import outcome, round_number


def names_of(state: State) -> tuple[str, ...]:
    """Return the names of all players, which `companion.drawing.names` shortens unambiguously."""
    return tuple([player.name for player in state.players])


def round_picture(number: int, points: Mapping[str, int], ok: Words) -> PlayerTableScreen:
    """Return the screen with the `points` that a round has brought, by name."""
    return PlayerTableScreen(
        title=round_number(number),
        whose=phrase("this round"),
        rows=tuple(PlayerRow(name, text=signed(brought)) for name, brought in points.items()),
        keys=(KeyHint("OK", ok), KeyHint("MORE", in_context("key", "check"))),
    )


def seats_of(state: State, acts: int | None) -> tuple[Seat, ...]:
    """Return all seats for the view of the table from above, with the one that `acts`."""
    seats_in = state.seats_in
    return tuple(
        [
            Seat(player.name, "act" if seat == acts else "in" if seat in seats_in else "out")
            for seat, player in enumerate(state.players)
        ]
    )


def result_pictures(state: State, result: Result) -> tuple[Picture, ...]:
    """Return the winner or loser with the final standings, then the evening and the pot.

    A game without points and chips shows the evening in place of the standings, unless a forfeit
    needs that room. Several winners are not named but have a small crown each, so that the sentence
    stays large.
    """
    keys = (
        KeyHint("OK", in_context("key", "again")),
        KeyHint("MORE", in_context("key", "games")),
    )
    title = (
        in_context("display", "Games lost")
        if result.of_losses
        else in_context("display", "Games won")
    )
    evening = tuple(PlayerRow(name, text=figure(count)) for name, count in result.evening)
    standing = tuple(
        PlayerRow(
            place.name, text=figure(place.figure), crowned=len(state.won_by) > 1 and place.won
        )
        for place in result.places
        if place.figure is not None
    )
    rows = standing if standing or result.forfeit else evening
    won = WinnerScreen(
        sentence=_sentence(state),
        unit=title if rows is evening else result.unit,
        rows=rows,
        crown=bool(state.won_by),
        table=names_of(state),
        forfeit=result.forfeit,
        keys=keys,
    )
    pictures: list[Picture] = [won]
    if rows is not evening:
        pictures.append(
            PlayerTableScreen(title, in_context("display", "tonight"), evening, keys=keys)
        )
    if result.pot:
        pictures.append(NoticeScreen(in_context("chips", "Pot"), result.pot, keys=keys))
    return tuple(pictures)


def _sentence(state: State) -> Words:
    if len(state.won_by) > 1:
        return in_context("beside a large crown", "{n:d} share the win", n=len(state.won_by))
    return outcome(state)


def not_saved(fault: DiskFault, card: Card | None, state: State | None) -> NoticeScreen:
    """Return the notice for a `card` that the disk did not accept; None for any other command."""
    headline = phrase("Not saved")
    if card is not None and not card.is_joker:  # "Joker" leaves no room for the page number.
        headline = phrase("{card} not saved", card=face(card))
    return NoticeScreen(
        headline=headline,
        sentence=disk_sentence(fault, card),
        mark="cross",
        table=() if state is None else names_of(state),
        keys=(
            KeyHint("OK", in_context("key", "retry")),
            KeyHint("MORE", in_context("key", "cannot")),
        ),
    )


def not_safe(state: State | None, *, asks: bool = False) -> NoticeScreen | PartFailedScreen:
    """Return the facts to write down, because the disk may not hold every card.

    With `asks`, it offers the keys that switch the box off anyway.
    """
    unsure = phrase("Some plays may be lost")
    if state is None:
        return PartFailedScreen(unsure, phrase("no game is running"), "warning")
    stands, table = what_stands(state), names_of(state)
    keys = KeyHint("OK", in_context("key", "off")), KeyHint("UNDO", in_context("key", "back"))
    if state.total is not None and not asks:
        line = phrase("write down: {standing}", standing=stands)
        return PartFailedScreen(unsure, line, "warning", table=table)
    return NoticeScreen(
        phrase("Write down"),  # Short, because the page number of many points is next to it.
        joined(": ", (unsure, stands)),
        table=table,
        keys=keys if asks else (),
    )


def last_picture(state: State | None, *, is_saved: bool, restarts: bool) -> Picture:
    """Return the picture of a box that was switched off, or that `restarts` the machine."""
    if not is_saved:
        return not_safe(state)
    return BootScreen() if restarts else SafeToUnplugScreen(phrase("Safe to unplug"))


def waiting_picture() -> Picture:
    """Return the picture of a box that waits for a slow disk."""
    return PartFailedScreen(*slow_disk(), "warning")


def progress_picture(done: int, total: int) -> Picture:
    """Return the picture of a box reading a whole journal: `done` of `total` pages or entries."""
    return NoticeScreen(
        phrase("Reading the games"),
        phrase("{done} of {total}. Leave the plug in", done=done, total=total),
    )
