"""Makes the pictures of a disk that fails (50, 54),
and the last one of a box that was switched off; pure.
"""

from companion.errors import DiskFault
from companion.message import in_context, joined, phrase
from companion.rules.cards import Card
from companion.rules.family import State
from companion.screens.model import (
    BootScreen,
    KeyHint,
    NoticeScreen,
    PartFailedScreen,
    Picture,
    SafeToUnplugScreen,
)
from companion.screens.table_pictures import names_of
from companion.text.cards import face
from companion.text.disk import disk_sentence, slow_disk, what_stands


def not_saved(fault: DiskFault, card: Card | None, state: State | None) -> NoticeScreen:
    """Return what to do with the `card` that the disk did not take, None for anything else."""
    headline = phrase("Not saved")
    if card is not None and not card.is_joker:  # "Joker" leaves no room for the page
        headline = phrase("{card} not saved", card=face(card))
    return NoticeScreen(
        headline=headline,
        sentence=disk_sentence(fault, card),
        mark="cross",
        table=() if state is None else names_of(state),
        ok=KeyHint("OK", in_context("key", "retry")),
        other=KeyHint("MORE", in_context("key", "cannot")),
    )


def not_safe(state: State | None, *, asks: bool = False) -> NoticeScreen | PartFailedScreen:
    """Return what to write down, because the disk may not hold every card.

    With `asks` it has the keys by which the box is switched off all the same.
    """
    unsure = phrase("Not sure all is saved")
    if state is None:
        return PartFailedScreen(unsure, phrase("no game is on"), "warning")
    stands, table = what_stands(state), names_of(state)
    if state.total is not None and not asks:
        line = phrase("write down: {standing}", standing=stands)
        return PartFailedScreen(unsure, line, "warning", table)
    return NoticeScreen(
        phrase("Write down"),  # short, because the page of many points stands beside it
        joined(": ", (unsure, stands)),
        table=table,
        ok=KeyHint("OK", in_context("key", "off")) if asks else None,
        other=KeyHint("UNDO", in_context("key", "back")) if asks else None,
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
    """Return the picture of a box that reads all of a journal:
    so many pages or entries of a `total`.
    """
    return NoticeScreen(
        phrase("Reading the games"),
        phrase("{done} of {total}. Leave the plug in", done=done, total=total),
    )
