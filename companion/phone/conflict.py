"""Somebody else was quicker: what is said to a phone whose page shows another table."""

from typing import Final

from companion.box.state import Snapshot
from companion.dialogs.taking_back import what_was_done
from companion.phone.words import plain

NOTHING_SENT: Final = "Nothing of yours was sent."


def what_happened_meanwhile(snapshot: Snapshot) -> str:
    """The last thing that was done, and from where: ``Cy's phone: 10♠ by Ann. Nothing of...``."""
    moments, kept = snapshot.scene.moments, snapshot.kept
    if not moments or not kept:
        return f"Nobody is playing now. {NOTHING_SENT}"
    if kept[-1].sequence != snapshot.sequence:
        # The journal's last command has left no moment: it took some back, or gave somebody another name.
        return f"Something was taken back or put right. {NOTHING_SENT}"
    return f"{kept[-1].origin or 'The box'}: {plain(what_was_done(moments[-1].events))}. {NOTHING_SENT}"
