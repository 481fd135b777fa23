"""The box at one moment, for whoever shows the table elsewhere."""

import msgspec

from companion.dialogs.context import Scene
from companion.rules.commands import New, Step
from companion.screens.model import BootScreen, Picture
from companion.table.reader import JournalNote
from companion.table.table import JournalPosition


class Snapshot(msgspec.Struct, frozen=True):
    """Everything that can be told of the box. Nothing in it changes any more, so any thread may look.

    `sequence` is the number of the journal's last command, `game` the number of the game that is on.
    `kept` tells for each of the scene's moments when it was and where it stands in the journal;
    `notes` are what happened beside this game, oldest first. While the box asks something, `asks` is
    its picture in words, and `pending` the command that the answer would complete, if there is one;
    `asking` is true also where that is nothing but which game to play. `picture` is what the displays
    were told to show last.
    """

    scene: Scene
    sequence: int = 0
    game: int | None = None
    kept: tuple[JournalPosition, ...] = ()
    notes: tuple[JournalNote, ...] = ()
    asks: str = ""
    pending: New | Step | None = None
    asking: bool = False
    picture: Picture = BootScreen()
    switched_off: bool = False
