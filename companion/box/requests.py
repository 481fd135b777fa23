"""A phone's requests to the box, the box's responses, and the protocol of the access control.

A request carries a command of docs/reference/referee-protocol.md, or one of those that only a box
knows: `Reopen`
resumes the game before this one, `NewKeepingChips` begins one with the chips as they are, `Rename`
gives a player another name, `DrawDealer` draws lots, `UndoCall` takes back a judged call.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Protocol

import msgspec
from msgspec import Meta

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
from companion.core.refusals import UnknownCommand
from companion.dialogs.context import PhoneStatus, UndoCall
from companion.errors import CompanionError, Illegal, SwitchedOffError
from companion.message import phrase
from companion.table.recorded import Rename, Reopen


class MiscountReport(
    msgspec.Struct, frozen=True, tag_field="cmd", tag="slip", forbid_unknown_fields=True
):
    """Notes that the box was right: the players' `total`,
    or whom they took to be next, was a slip.
    """

    total: int | None = None
    turn: str | None = None


class NewKeepingChips(New, frozen=True, tag="new", kw_only=True):
    """Starts a game with the chips and the pot of the game in whose place it begins."""

    keep_chips: bool = True


class DrawDealer(
    msgspec.Struct, frozen=True, tag_field="cmd", tag="lot", forbid_unknown_fields=True
):
    """Draws who of `players` deals first; a game that they begin with
    that dealer keeps that it was drawn.
    """

    players: Annotated[tuple[str, ...], Meta(min_length=1)]


Changing = New | Step | Repair | Undo | UndoCall | Reopen | Rename | MiscountReport
TableCommand = Changing | Claim | DrawDealer


class Accepted(msgspec.Struct, frozen=True, tag="done"):
    """The table accepted the command and wrote it to disk as the journal's command `sequence`."""

    sequence: int


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """The table judged a called total; nothing has changed."""

    judged: Judged


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """The lot fell on `dealer`; nothing has changed."""

    dealer: str


class Rejected(msgspec.Struct, frozen=True, tag="refused"):
    """The rules refuse the command, or it fails; nothing has changed.

    `error` is `Illegal`, `Stopped`, `JournalError`, `NameInUseError`, `QuestionPendingError` or
    `SwitchedOffError`; whoever shows it words it.
    """

    error: CompanionError


class Conflict(msgspec.Struct, frozen=True, tag="meanwhile"):
    """The table has changed since the phone showed it; the box did nothing."""


TableResponse = Accepted | Checked | Drawn | Rejected | Conflict


class TableRequest(msgspec.Struct, frozen=True):
    """The command `order` of a `phone`, whose page showed the table after the journal's command
    `seen`.

    Without a phone it comes from the simulated panel, which is the box itself: without `seen` the
    order is for the table as it is when the box takes it. The box's own thread calls `answer` once.
    """

    order: TableCommand
    phone: str | None
    seen: int | None
    answer: Callable[[TableResponse], None]


class ForgetPlayer(msgspec.Struct, frozen=True):
    """Forgets the name of a `player` of earlier games, for good."""

    player: str


class MergePeople(msgspec.Struct, frozen=True):
    """Says who `people`, or seats without a name in earlier games, are:
    their ids lead to those of others.
    """

    people: Mapping[str, str]


class Pay(msgspec.Struct, frozen=True):
    """Says that the person with the id `payer` has paid `payee` an `amount` of chips or cents."""

    payer: str
    payee: str
    amount: int
    unit: Literal["chips", "cents"]


class UndoPayment(msgspec.Struct, frozen=True):
    """Takes back the payment that was entered `at` that time."""

    at: float


class SetPrice(msgspec.Struct, frozen=True):
    """Says what a chip costs from this evening on, in `cents`."""

    cents: int


class HistoryRequest(msgspec.Struct, frozen=True):
    """Other names for those who have played, as an `order`; with `Rename` they count in all games.

    The box's own thread calls `answer` once.
    """

    order: ForgetPlayer | Rename | MergePeople | Pay | UndoPayment | SetPrice
    answer: Callable[[TableResponse], None]


class PhoneAccess(Protocol):
    """The part of the pairing that the box uses;
    moments are those of the box's clock, in seconds.
    """

    def look(self) -> bool:
        """Look up the box's address again; return whether there is a network."""
        ...

    def issue(self) -> bool:
        """Issue a new code; return whether there is a network in which phones can use it."""
        ...

    def dismiss(self) -> None:
        """Unpair all phones and revoke the code."""
        ...

    def judge(self, *, shut: bool) -> None:
        """Take what somebody says of who guesses at the code:
        fine, or with `shut` to be shut out.
        """
        ...

    def phones(self) -> PhoneStatus:
        """Return the address, the code and the number of paired phones, for the display."""
        ...

    def until(self) -> float | None:
        """Return when the current code expires; None without a code."""
        ...


class VariantsChanged(msgspec.Struct, frozen=True):
    """Somebody made or changed a game; `variants` are all games now."""

    variants: Mapping[str, Variant]


def switched_off() -> Rejected:
    """Return the response to whatever comes after the box was switched off."""
    return Rejected(SwitchedOffError(phrase("The box is switched off")))


def read_table_command(message: Mapping[str, Any]) -> TableCommand:
    """Return the command in a JSON object, in the form of docs/reference/phone-protocol.md.

    Raises:
        Illegal: ``unknown-command``, or ``bad-field`` with the `field`.
    """
    match message.get("cmd"):
        case "new" if message.get("keep_chips"):
            return read_fields(message, NewKeepingChips)
        case "reopen":
            return read_fields(message, Reopen)
        case "lot":
            return read_fields(message, DrawDealer)
        case "undo-call":
            return read_fields(message, UndoCall)
        case "slip":
            return read_fields(message, MiscountReport)
        case "rename":
            return read_fields(message, Rename)
    command = read_command(message)
    if isinstance(command, OfReferee):
        raise Illegal(UnknownCommand(message["cmd"]))
    return command
