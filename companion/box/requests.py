"""The requests of phones, the responses of the box, and the interface of the access control.

A request carries a command of docs/reference/referee-protocol.md or one that only a box has:
`Reopen` resumes the previous game, `NewKeepingChips` starts a game with the chips as they are,
`Rename` renames a player, `DrawDealer` draws the dealer by lot, `UndoCall` undoes a judged call,
`UseVoice` says when the voices speak, `UseLearning` hides each total until it is called.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Protocol

from msgspec import Meta, Struct

from companion.core.commands import (
    Claim,
    Judged,
    New,
    OfReferee,
    Repair,
    Step,
    Undo,
    read_command,
    read_fields,
)
from companion.core.family import Variant
from companion.core.frozen import Frozen
from companion.core.refusals import UnknownCommand
from companion.dialogs.context import PhoneStatus, UndoCall, UseLearning, UseVoice
from companion.errors import CompanionError, Illegal
from companion.message import phrase
from companion.table.recorded import Rename, Reopen
from companion.table.table import Table


class MiscountReport(Struct, frozen=True, tag_field="cmd", tag="slip", forbid_unknown_fields=True):
    """Records that the box was right: the players miscounted the `total` or mistook who is next."""

    total: int | None = None
    turn: str | None = None


class NewKeepingChips(New, tag="new", kw_only=True):
    """Starts a game with the chips and the pot of the game that it replaces."""

    keep_chips: bool = True


class DrawDealer(Struct, frozen=True, tag_field="cmd", tag="lot", forbid_unknown_fields=True):
    """Draws the first dealer among `players`; a game that they start with that dealer records the
    draw.
    """

    players: Annotated[tuple[str, ...], Meta(min_length=1)]


Changing = New | Step | Repair | Undo | UndoCall | Reopen | Rename | MiscountReport
TableCommand = Changing | Claim | DrawDealer | UseVoice | UseLearning


class Accepted(Frozen, tag="done"):
    """The table accepted the command and wrote it to disk as the journal's command `sequence`."""

    sequence: int


class Checked(Frozen, tag="checked"):
    """The table judged a called total; nothing has changed."""

    judged: Judged


class Drawn(Frozen, tag="drawn"):
    """The lot fell on `dealer`; nothing has changed."""

    dealer: str


class Rejected(Frozen, tag="refused"):
    """The command was refused by the rules or failed; nothing has changed.

    The receiver words the message of the `error`.
    """

    error: CompanionError


class Conflict(Frozen, tag="meanwhile"):
    """The table has changed since the phone showed it; the box did nothing."""


SelfTestStep = Literal["begin", "works", "fails", "again"]
"""A step of the self-test: its beginning, an answer, or the next light or sound."""


class SelfTestRequest(Frozen):
    """A phone's step in the self-test; the box's thread calls `answer` once."""

    step: SelfTestStep
    answer: "Callable[[TableResponse], None]"


TableResponse = Accepted | Checked | Drawn | Rejected | Conflict


class TableRequest(Frozen):
    """The command `order` of a `phone`, whose page showed the table after the journal's command
    `seen`.

    Without a phone it comes from the simulated panel, which is part of the box. Without `seen` the
    command applies to the table as it is when the box takes it. The box's thread calls `answer`
    once.
    """

    order: TableCommand
    phone: str | None
    seen: int | None
    answer: Callable[[TableResponse], None]


class HistoryRequest(Frozen):
    """A `change` of the people or the debts of all games, for example a new name.

    The box's thread makes the change, then calls `answer` once.
    """

    change: Callable[[Table], object]
    answer: Callable[[TableResponse], None]


class DirectorRequest(Frozen):
    """A request of a `phone` to call the director, or with `calls` false to end the call.

    The box's thread calls `answer` once.
    """

    calls: bool
    phone: str
    answer: Callable[[TableResponse], None]


PhoneRequest = TableRequest | HistoryRequest | SelfTestRequest | DirectorRequest


class PhoneAccess(Protocol):
    """The part of the pairing that the box uses; times are seconds of the box's clock."""

    def look(self) -> bool:
        """Look up the box's address again; return whether there is a network."""
        ...

    def issue(self) -> str:
        """Issue a new code and return it."""
        ...

    def dismiss(self) -> None:
        """Unpair all phones and revoke the code."""
        ...

    def judge(self, *, shut: bool) -> None:
        """Apply a person's verdict on a phone that guesses at the code: allow it, or with `shut`
        lock it out.
        """
        ...

    def phones(self) -> PhoneStatus:
        """Return the address, the code and the number of paired phones, for the display."""
        ...

    def until(self) -> float | None:
        """Return the time at which the current code expires, or None."""
        ...

    def floor_until(self) -> float | None:
        """Return the time until which a floor follows this table unless it asks again, or None."""
        ...


class VariantsChanged(Frozen):
    """The set of variants has changed to `variants`."""

    variants: Mapping[str, Variant]


SWITCHED_OFF = Rejected(CompanionError(phrase("The box is switched off")))
"""The response to any request after the box was switched off."""

UNANSWERED = Rejected(CompanionError(phrase("Answer on the box first: use the backup?")))
"""The response to any request while the box asks which journal to use."""


_OF_BOX: Mapping[str, type[TableCommand]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Reopen, DrawDealer, UseVoice, UseLearning, UndoCall, MiscountReport, Rename)
}
"""The commands that only a box has, by their ``cmd``."""


def read_table_command(message: Mapping[str, Any]) -> TableCommand:
    """Return the command in a JSON object, in the form of docs/reference/phone-protocol.md.

    Raises:
        Illegal: ``unknown-command``, or ``bad-field`` with the `field`.
    """
    name = message.get("cmd")
    if name == "new" and message.get("keep_chips"):
        return read_fields(message, NewKeepingChips)
    if isinstance(name, str) and name in _OF_BOX:
        return read_fields(message, _OF_BOX[name])
    command = read_command(message)
    if isinstance(command, OfReferee):
        raise Illegal(UnknownCommand(message["cmd"]))
    return command
