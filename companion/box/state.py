"""The box at one moment, put together from its parts: for dialogs, and for whoever shows it elsewhere."""

from typing import NamedTuple

import msgspec

from companion.box.executor import CommandExecutor
from companion.box.health import PartHealth
from companion.box.network import HostNetwork
from companion.box.notifier import Notifier
from companion.box.pairing import PhonePairing
from companion.dialogs.context import Dialog, Scene
from companion.dialogs.idle import is_asking
from companion.dialogs.questions import pending
from companion.rules.commands import New, Step
from companion.screens.burn_in import IdleTimes
from companion.screens.model import BootScreen, Picture
from companion.screens.spoken import spoken
from companion.table.reader import JournalNote
from companion.table.table import JournalPosition, Table


class Settings(msgspec.Struct, frozen=True):
    """How a box behaves, apart from the parts that it is made of.

    `read_once` are the seconds in which the same card read again is not a second play; `ways_in` are
    the parts that cards and keys come from, as far as this box has them.
    """

    times: IdleTimes = IdleTimes()
    read_once: float = 2.0
    seat_names: tuple[str, ...] = ()
    first_game: str = ""
    muted: bool = False
    night: bool = False
    about: tuple[str, ...] = ()
    ways_in: tuple[str, ...] = ("Reader", "Buttons")


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


class BoxState(NamedTuple):
    """Looks at the parts of one box; it changes none of them."""

    table: Table
    front: Notifier
    settings: Settings
    deeds: CommandExecutor
    missing: PartHealth
    doorstep: PhonePairing
    surroundings: HostNetwork

    def scene(self) -> Scene:
        """What dialogs see."""
        table = self.table
        return Scene(
            variants=table.variants,
            rules=table.rules,
            state=table.state,
            moments=table.moments,
            can_reopen=table.can_reopen,
            last_new=table.last_new(),
            tally=table.tally() if table.state is not None and table.state.phase == "game-over" else (),
            last_called=self.deeds.last_called,
            known_names=table.known_names,
            seat_names=self.settings.seat_names,
            first_game=self.settings.first_game,
            muted=self.front.muted,
            night=self.front.night,
            stopped=table.stopped,
            missing=self.missing.names,
            about=self._about(),
            phones=self.doorstep.phones(),
            network=self.surroundings.news,
            can_restart=self.surroundings.power.can_restart,
        )

    def snapshot(self, scene: Scene, shown: Dialog, asked: Dialog | None) -> Snapshot:
        """Everything that can be told, now that `shown` is on the displays.

        `asked` is the dialog that is open, None while only the game stands there.
        """
        table = self.table
        asks = asked is not None and is_asking(shown)
        return Snapshot(
            scene=scene,
            sequence=table.journal.sequence,
            game=table.game,
            kept=table.kept,
            notes=table.told,
            asks=spoken(shown.picture(scene)) if asks else "",
            pending=pending(asked),
            asking=is_asking(shown),
            picture=self.front.frame.picture,
        )

    def _about(self) -> tuple[str, ...]:
        """What this box is made of, and which parts of it are missing."""
        kept = self.table.journal.sequence
        missing = tuple(f"{part} missing" for part in self.missing.names)
        return (*self.settings.about, f"{kept} command{'s' * (kept != 1)} kept", *missing)
