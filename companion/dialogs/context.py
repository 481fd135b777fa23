"""What a dialog may look at, and what it may ask for."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from companion.errors import Illegal, OverTarget
from companion.inputs import Key, KeyName, KnownNetwork, NetworkNews
from companion.rules import family
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.commands import Claim, New, Step
from companion.rules.events import WentOver
from companion.rules.family import Rules, State
from companion.rules.game import HistoryEntry, check_players
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.rules.variant import Variant
from companion.screens.model import Picture


class PhoneStatus(msgspec.Struct, frozen=True):
    """How phones come to the box.

    `address` is where its page is ("192.168.178.23:8098"), "" without a network; `modules` is that
    address as a QR code, row by row, dark as "1"; `name` is the same with what the box is called there
    ("card-table.local:8098"), "" where it is not; `code` is what may be entered now, or "", and `spent` says
    that the last one was guessed at too often. So many phones are `ruling`.
    """

    address: str = ""
    modules: tuple[str, ...] = ()
    code: str = ""
    ruling: int = 0
    name: str = ""
    spent: bool = False


class Scene(msgspec.Struct, frozen=True):
    """How things stand while a dialog is open: the game, and what the box remembers around it.

    `moments` are those of the current game, the first being its deal. `last_called` is the total
    that was dialled last. `known_names` are who sits where, those who are not in the current game
    included; `seat_names` are for people without names, `first_game` is where the list of games stands
    before any has been played. `phones` is None where no phone can come, `network` where the box has no
    say in the machine's network.
    """

    variants: Mapping[str, Variant]
    rules: Rules | None = None
    state: State | None = None
    moments: Sequence[HistoryEntry] = ()
    can_reopen: bool = False
    last_new: New | None = None
    tally: tuple[tuple[str, int], ...] = ()
    last_called: int = 0
    known_names: tuple[str, ...] = ()
    seat_names: tuple[str, ...] = ()
    first_game: str = ""
    muted: bool = False
    night: bool = False
    stopped: str | None = None
    missing: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    phones: PhoneStatus | None = None
    network: NetworkNews | None = None
    can_restart: bool = False

    def game(self) -> tuple[Rules, State]:
        """The rules and the state of the game that is on.

        Raises:
            Illegal: ``no-game``.
        """
        if self.rules is None or self.state is None:
            raise Illegal("no-game")
        return self.rules, self.state

    def adding(self) -> tuple[AddingRules, AddingState]:
        """The rules and the state of the adding game that is on.

        Raises:
            Illegal: ``no-game``, no adding game.
        """
        if not isinstance(self.rules, AddingRules) or not isinstance(self.state, AddingState):
            raise Illegal("no-game")
        return self.rules, self.state

    def tricks(self) -> tuple[TrickRules, TrickState]:
        """The rules and the state of the trick game that is on.

        Raises:
            Illegal: ``no-game``, no trick game.
        """
        if not isinstance(self.rules, TrickRules) or not isinstance(self.state, TrickState):
            raise Illegal("no-game")
        return self.rules, self.state

    def before(self) -> State | None:
        """The state before the last command."""
        return self.moments[-2].state if len(self.moments) > 1 else None

    def trial(self, command: New | Step) -> Illegal | None:
        """Why `command` would be refused now; None when it would be accepted. Changes nothing."""
        try:
            self._try(command)
        except Illegal as refused:
            return refused
        return None

    def preview(self, command: New | Step) -> State:
        """The state that `command` would make.

        Raises:
            Illegal: it would be refused, or would go over where that is a bust.
        """
        state, events = self._try(command)
        rules = self.rules_of(command)
        if isinstance(state, AddingState) and isinstance(rules, AddingRules):
            for event in events:
                if isinstance(event, WentOver):
                    raise OverTarget(state.total, event.total, rules.target)
        return state

    def rules_of(self, command: New | Step) -> Rules:
        """The rules that judge `command`: those of the game it starts, else those of the game on.

        Raises:
            Illegal: there are none.
        """
        if not isinstance(command, New):
            return self.game()[0]
        variant = self.variants.get(command.variant)
        if variant is None:
            raise Illegal("unknown-variant", {"variant": command.variant, "known": tuple(self.variants)})
        return family.rules_in_force(variant, command.house, len(command.players), stickers=True)

    def seated(self, command: New | Step) -> tuple[str, ...]:
        """Everybody at the table of `command`."""
        if isinstance(command, New):
            return command.players
        return tuple(player.name for player in self.game()[1].players)

    def _try(self, command: New | Step) -> family.Result:
        rules = self.rules_of(command)
        if not isinstance(command, New):
            return family.step(rules, self.game()[1], command)
        check_players(self.variants[command.variant], command.players)
        return family.start(rules, command)


class Close(msgspec.Struct, frozen=True):
    """The dialog is over; nothing is asked any more."""


class Submit(msgspec.Struct, frozen=True):
    """Give the table a command. Refused, the dialog `back` is on again (None: nothing is asked)."""

    command: New | Step
    back: "Dialog | None" = None


class CheckTotal(msgspec.Struct, frozen=True):
    """Somebody called a total, or their points: judge it."""

    claim: Claim


class TakeBack(msgspec.Struct, frozen=True):
    """Take back the last `count` commands of this game."""

    count: int


class ReopenGame(msgspec.Struct, frozen=True):
    """Take back the start of this game and open the previous one again."""


class Reject(msgspec.Struct, frozen=True):
    """Say why not under a `headline`, and go on with `back` (None: nothing is asked).

    `key` does in `back` what the sentence asks for, which then ends with its name.
    """

    sentence: str
    back: "Dialog | None" = None
    headline: str = "Not played"
    key: KeyName | None = None


class Toggle(msgspec.Struct, frozen=True):
    """Change a switch of the box: "muted" or "night"."""

    name: str
    on: bool


class IssueCode(msgspec.Struct, frozen=True):
    """Make a new code for phones and show it; the one before is good no more."""


class DismissPhones(msgspec.Struct, frozen=True):
    """No phone may rule any more until somebody enters a new code on it."""


class ScanNetworks(msgspec.Struct, frozen=True):
    """Look for networks in range, and show them and the one that the box is in."""


class JoinNetwork(msgspec.Struct, frozen=True):
    """Join a network whose password the machine knows."""

    network: KnownNetwork


class OpenOwnNetwork(msgspec.Struct, frozen=True):
    """Open the box's own network."""


class CloseOwnNetwork(msgspec.Struct, frozen=True):
    """Close the box's own network: the machine joins a known one by itself."""


class SwitchOff(msgspec.Struct, frozen=True):
    """Put everything on disk and say that the plug may be pulled; with `restart` start the machine anew."""

    restart: bool = False


class Dialog(Protocol):
    """One thing asked or shown. Dialogs are values: a key gives the next dialog or a request."""

    def picture(self, scene: Scene) -> Picture: ...

    def key(self, scene: Scene, key: Key) -> "Move": ...

    def card(self, scene: Scene, card: str) -> "Move":
        """A card was read, in the form of a sticker (``QS/1``, ``JK/1#2``)."""
        ...


Asked = ScanNetworks | JoinNetwork | OpenOwnNetwork | CloseOwnNetwork
"""What a dialog may ask of the network."""

Move = (
    Dialog | Close | Submit | CheckTotal | TakeBack | ReopenGame | Reject | Toggle | IssueCode | DismissPhones
    | SwitchOff | Asked
)  # fmt: skip
