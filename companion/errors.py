"""All exceptions of the companion.
An exception has a message, or a text that only the log and a terminal show.
"""

from typing import TYPE_CHECKING, Literal

from companion.message import Message, Words, at_location, phrase, render

if TYPE_CHECKING:  # It belongs to the rules, above this module.
    from companion.core.refusals import Refusal


class CompanionError(Exception):
    """Base of all errors: the companion refuses or cannot do something. The message is one
    sentence.

    The text of an error is in the language in use when it is read.
    """


class CardError(CompanionError, ValueError):
    """A text that is not a card; the `reason` quotes it."""

    def __init__(self, reason: Words) -> None:
        self.reason = reason
        super().__init__(reason)


class LabelError(CompanionError, ValueError):
    """A scanned text that is neither a card nor a command card; the message quotes it."""


class SheetError(CompanionError, ValueError):
    """Labels that cannot be printed: unknown label paper,
    a label that is too small, or a missing printing package.
    """


class NotRegularError(CompanionError, OSError):
    """A name that refers to a folder,
    a device or a pipe instead of a file, or a file that is too large.
    """


class ForeignError(CompanionError, ValueError):
    """A user's file that cannot be read, with the reason and the location.

    Args:
        why: the error, as a sentence without its subject and a full stop.
        line: the line, or None if the whole file is meant.
        path: the key.
    """

    def __init__(self, why: Message, line: int | None = None, path: tuple[str, ...] = ()) -> None:
        self.why, self.line, self.path = why, line, path
        super().__init__(why)


class VariantError(CompanionError, ValueError):
    """A variant that cannot be played, with file, line, key and reason.

    >>> from companion.message import phrase
    >>> str(VariantError(phrase("is no number"), "decks", "my.toml", line=3))
    'my.toml: line 3: decks: is no number'

    Args:
        reason: the error, as a sentence without a full stop.
        key: the key in the file, dotted, or "" if the whole file is meant.
        file: the file's name, or "" for a text without one.
        line: the line of the key in the file, counted from 1, or None if it is unknown.
    """

    def __init__(
        self, reason: Words, key: str = "", file: str = "", *, line: int | None = None
    ) -> None:
        self.reason, self.key, self.file, self.line = reason, key, file, line
        why = at_location([key] if key else [], reason)
        if line is not None:
            why = phrase("line {line}: {why}", line=line, why=why)
        self.placed = at_location([file] if file else [], why)
        super().__init__(self.placed)


class ConfigError(CompanionError, ValueError):
    """An invalid configuration, with file, line, key and the valid values.

    Args:
        reason: the whole message, with a line for each mistake.
        brief: the location of the first mistake, short enough for the display ("line 3:
            lights.dim"), or "".
    """

    def __init__(self, reason: str, brief: str = "") -> None:
        self.brief = brief
        super().__init__(reason)


class BoardError(ConfigError):
    """An impossible wiring table: a pin is used twice, or is not a GPIO.

    Args:
        why: the error in the `key` of the table.
        key: the key, dotted, or "" if the whole table is meant.
    """

    def __init__(self, why: Words, key: str = "") -> None:
        self.why, self.key = why, key
        super().__init__(f"{key}: {why}" if key else render(why))


class JournalError(CompanionError):
    """The journal cannot be opened or written."""

    def __init__(self, message: Words) -> None:
        super().__init__(message)


DiskFault = Literal["full", "read-only", "failing", "gone"]
"""The reasons why the disk does not accept the journal's data."""


class DiskError(JournalError):
    """The disk does not accept the journal's data; nothing has changed.

    Args:
        message: the sentence for players: the problem, and what to do.
        fault: the kind of fault.
        detail: the system's message, for the log.
    """

    def __init__(self, message: Message, fault: DiskFault, detail: str) -> None:
        self.fault, self.detail = fault, detail
        super().__init__(message)


class DamagedError(JournalError):
    """A file of the journal can no longer be read; the message gives the reason."""


class NewerJournalError(JournalError):
    """The journal or its backup has a newer version than this program can read."""


class ReplayError(JournalError):
    """A journal whose replay leads to other digests; the message names the command."""


class FloorError(CompanionError):
    """A floor cannot use its database or a table; the message is one sentence."""


class DatabaseError(FloorError):
    """The database of a floor does not answer; what was to be stored is asked for again."""


class NameInUseError(CompanionError):
    """A name that cannot be replaced in earlier games: its player is in the current game, or the
    new name is taken.
    """


class Stopped(CompanionError):  # noqa: N818  # named after the state of the table
    """The cards or chips of a game do not add up: only undo or a new game is possible."""


class PartNotDetectedError(CompanionError, OSError):
    """A part that may not be installed: it never answered, so no data was lost."""


class DeviceError(CompanionError, OSError):
    """A part of the box that is missing or has failed. The message names it and a remedy.

    >>> error = DeviceError("GPIO 17 is in use", "check the wiring table", part="Lights")
    >>> str(error)
    'Lights: GPIO 17 is in use; check the wiring table'
    >>> error.reason
    'GPIO 17 is in use; check the wiring table'

    Args:
        why: the problem.
        advice: what to do about it, or "".
        part: the part, or "" if the code that catches the error knows it.

    Attributes:
        reason: the message without the part.
    """

    def __init__(self, why: Words, advice: Words = "", *, part: str = "") -> None:
        self.why, self.advice = why, advice
        self.reason = render(phrase("{why}; {advice}", why=why, advice=advice) if advice else why)
        super().__init__(f"{part}: {self.reason}" if part else self.reason)


class BusError(CompanionError, OSError):
    """The machine's message bus, or a service on it, rejects a request.

    Args:
        reason: the failed request and the reason.
        name: the D-Bus name of the error, or "".
    """

    def __init__(self, reason: str, name: str = "") -> None:
        self.name = name
        super().__init__(reason)


class UpdateError(CompanionError):
    """The box cannot be updated. The message gives the reason, in apt's own words if it was apt.

    Args:
        reason: the message.
        why: the kind of reason: "offline", "unsigned", "full" (the disk) or "refused", which is any
            other.
    """

    def __init__(self, reason: str, why: str = "refused") -> None:
        self.why = why
        super().__init__(reason)


class NoWayBackError(CompanionError):
    """The rollback is not possible; the message gives the reason, and what to do about it."""


class Illegal(CompanionError):  # noqa: N818  # the table's own word for it
    """A command that the rules refuse. Its text, code and fields, is for logs.

    >>> from companion.core.refusals import OverTarget
    >>> str(Illegal(OverTarget(total=103, target=98, was=95)))
    'over-target: total 103, target 98'

    Args:
        refusal: the reason, one of `companion.core.refusals`.
    """

    def __init__(self, refusal: "Refusal") -> None:
        self.refusal = refusal
        super().__init__(refusal)

    @property
    def code(self) -> str:
        return self.refusal.code

    @property
    def facts(self) -> dict[str, object]:
        return self.refusal.facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.code}: {facts}"[:200] if facts else self.code


class FieldError(CompanionError, ValueError):
    """A command whose fields contradict each other: the `field`, and `why` it is wrong."""

    def __init__(self, field: str, why: Message) -> None:
        self.field, self.why = field, why
        super().__init__(why)


class IllegalCommand(Illegal, ValueError):  # noqa: N818  # as Illegal
    """A program's command that the rules refuse. Its text is the sentence for players.

    Args:
        refusal: the reason, one of `companion.core.refusals`.
        sentence: the same in English, without a full stop.
    """

    def __init__(self, refusal: "Refusal", sentence: str) -> None:
        super().__init__(refusal)
        self.args = (refusal, sentence)  # what copy and pickle call this with again
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence
