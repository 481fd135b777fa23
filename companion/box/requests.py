"""What is ruled from a phone: an order for the box, what the box answers to it, and the door it comes by.

An order is a command of docs/protocol.md, or one of the two that only a box knows: the game before
this one goes on (`Reopen`), a player has another name (`Rename`).
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from companion.dialogs.context import PhoneStatus
from companion.errors import Illegal
from companion.rules.commands import (
    AskState,
    AskVariants,
    Claim,
    Judged,
    New,
    Step,
    Undo,
    read_command,
    read_fields,
)
from companion.rules.refusals import UnknownCommand
from companion.rules.variant import Variant
from companion.table.recorded import Rename, Reopen

TableCommand = New | Step | Claim | Undo | Reopen | Rename


class Accepted(msgspec.Struct, frozen=True, tag="done"):
    """The order was accepted and is on disk; `sequence` is the journal's last command now."""

    sequence: int


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """What was called was judged; nothing has changed."""

    judged: Judged


class Rejected(msgspec.Struct, frozen=True, tag="refused"):
    """The rules refuse it, or it could not be written (`illegal` None); nothing has changed."""

    sentence: str
    illegal: Illegal | None = None


class Conflict(msgspec.Struct, frozen=True, tag="meanwhile"):
    """The table is not the one that the phone showed any more; nothing was done."""


TableResponse = Accepted | Checked | Rejected | Conflict


class TableRequest(msgspec.Struct, frozen=True):
    """An `order` from a `phone`, whose page showed the table after the journal's command `seen`.

    `answer` is called once, from the box's own thread.
    """

    order: TableCommand
    phone: str
    seen: int
    answer: Callable[[TableResponse], None]


class PhoneAccess(Protocol):
    """Where phones come in, as the box sees it; moments are those of the box's clock, in seconds."""

    def look(self) -> bool:
        """Looks where phones find the box now; whether there is a network."""
        ...

    def issue(self) -> bool:
        """A new code is good from now on; whether there is a network in which phones can use it."""
        ...

    def dismiss(self) -> None:
        """No phone may rule any more."""
        ...

    def phones(self) -> PhoneStatus:
        """How they come in now."""
        ...

    def until(self) -> float | None:
        """When the code that is good now will not be any more; None without one."""
        ...


class VariantsChanged(msgspec.Struct, frozen=True):
    """The games on the shelf are others now: one was made, or changed."""

    variants: Mapping[str, Variant]


def read_table_command(message: Mapping[str, Any]) -> TableCommand:
    """The order in a JSON object, in the form of docs/phone.md.

    Raises:
        Illegal: ``unknown-command``, or ``bad-field`` with the `field`.
    """
    match message.get("cmd"):
        case "reopen":
            return read_fields(message, Reopen)
        case "rename":
            return read_fields(message, Rename)
    command = read_command(message)
    if isinstance(command, AskState | AskVariants):
        raise Illegal(UnknownCommand(message["cmd"]))
    return command
