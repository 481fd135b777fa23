"""The whole error tree. An error holds a message,
or a text that only the log and a terminal show.
"""

from typing import Literal, Protocol

from companion.message import Message, Words, at_location, phrase


class CompanionError(Exception):
    """Base of all errors: something the companion refuses or cannot do;
    the message is one sentence.

    The text of an error is in the language in use when it is read.
    """


class CardError(CompanionError, ValueError):
    """A text that is no card; the `reason` quotes it."""

    def __init__(self, reason: Words) -> None:
        self.reason = reason
        super().__init__(reason)


class LabelError(CompanionError, ValueError):
    """A scanned text that is neither a card nor a command card; the message quotes it."""


class PrefixError(LabelError):
    """A whole label with text of the scanner's own before it;
    the message names the setting to change.
    """


class SheetError(CompanionError, ValueError):
    """Labels that cannot be printed: no such label paper, too small a label,
    nothing to print them with.
    """


class NotRegularError(CompanionError, OSError):
    """A name under which there is no file, but a folder, a device or a pipe;
    or a file that is too large.
    """


class ForeignError(CompanionError, ValueError):
    """A file of a user that is not read: why, and where in it.

    Args:
        why: what is wrong, as a sentence without its subject and a full stop.
        line: the line, None when the whole file is meant.
        path: the key.
    """

    def __init__(self, why: Message, line: int | None = None, path: tuple[str, ...] = ()) -> None:
        self.why, self.line, self.path = why, line, path
        super().__init__(why)


class VariantError(CompanionError, ValueError):
    """A variant that cannot be played: the file, the line, the key and the reason.

    >>> from companion.message import phrase
    >>> str(VariantError(phrase("is no number"), "decks", "my.toml", line=3))
    'my.toml: line 3: decks: is no number'

    Args:
        reason: what is wrong, as a sentence without a full stop.
        key: the key in the file, dotted, or "" when the whole file is meant.
        file: the file's name, or "" for a text without one.
        line: the line of the key in the file, from 1, or None if it is unknown.
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
    """A configuration that cannot be used: the file, the line, the key and what would be right.

    Args:
        reason: all of that, a line for each mistake.
        brief: where the first mistake is, short enough for the display ("line 3: lights.dim"), or
            "".
    """

    def __init__(self, reason: str, brief: str = "") -> None:
        self.brief = brief
        super().__init__(reason)


class BoardError(ConfigError):
    """A wiring table that cannot be built: a pin used twice, or one that is no GPIO.

    Args:
        why: what is wrong with the `key` of the table.
        key: the key, dotted, or "" when the whole table is meant.
    """

    def __init__(self, why: str, key: str = "") -> None:
        self.why, self.key = why, key
        super().__init__(f"{key}: {why}" if key else why)


class JournalError(CompanionError):
    """The journal cannot be opened or written."""

    def __init__(self, message: Words) -> None:
        super().__init__(message)


DiskFault = Literal["full", "read-only", "failing", "gone"]
"""Why the disk does not take what the journal writes."""


class DiskError(JournalError):
    """The disk does not take what the journal writes; nothing has changed.

    Args:
        message: the sentence for players: what is so, and what to do.
        fault: the kind of it.
        detail: what the system says, for the log.
    """

    def __init__(self, message: Message, fault: DiskFault, detail: str) -> None:
        self.fault, self.detail = fault, detail
        super().__init__(message)


class DamagedError(JournalError):
    """A file of the journal cannot be read any more; the message says what is wrong with it."""


class NewerJournalError(JournalError):
    """The journal, or a copy of it, is of a newer version than this program reads."""


class ReplayError(JournalError):
    """A journal that does not replay to the same digests; the message names the command."""


class OlderRulesError(ReplayError):
    """A journal entry replays differently because a rule has changed since it was written."""


class NameInUseError(CompanionError):
    """A name that cannot be replaced in games already played,
    because of one that is on or may be again.
    """


class Stopped(CompanionError):  # noqa: N818  # named for the state of the table
    """The cards or chips of a game do not add up: only taking back or a new game is possible."""


class PartNotDetectedError(CompanionError, OSError):
    """A part that is perhaps not fitted: it never answered, so nothing was lost."""


class DeviceError(CompanionError, OSError):
    """A part of the box that is missing or has failed; the message names it and what to do.

    >>> error = DeviceError("GPIO 17 is in use", "check the wiring table", part="Lights")
    >>> str(error)
    'Lights: GPIO 17 is in use; check the wiring table'
    >>> error.reason
    'GPIO 17 is in use; check the wiring table'

    Args:
        why: what is wrong.
        advice: what to do about it, or "".
        part: the part, or "" where the one who catches the error knows it.

    Attributes:
        reason: the message without the part.
    """

    def __init__(self, why: str, advice: str = "", *, part: str = "") -> None:
        self.why, self.advice = why, advice
        self.reason = f"{why}; {advice}" if advice else why
        super().__init__(f"{part}: {self.reason}" if part else self.reason)


class ServiceError(CompanionError, ValueError):
    """systemd's environment has an impossible value; the message quotes it."""


class BusError(CompanionError, OSError):
    """The machine's message bus, or a service on it, does not carry out a request.

    Args:
        reason: what and why.
        name: the D-Bus name of the error, or "".
    """

    def __init__(self, reason: str, name: str = "") -> None:
        self.name = name
        super().__init__(reason)


class UpdateError(CompanionError):
    """The box is not updated; the message says what prevents it, in apt's own words if it was apt.

    Args:
        reason: that message.
        why: the kind of it: "offline", "unsigned", "full" (the disk) or "refused", which is any
            other.
    """

    def __init__(self, reason: str, why: str = "refused") -> None:
        self.why = why
        super().__init__(reason)


class NoWayBackError(CompanionError):
    """The rollback is not possible; the message says what prevents it, and what to do about it."""


class AnyRefusal(Protocol):
    """Why the rules refuse a command; `companion.core.refusals` has a struct
    for each error code.
    """

    @property
    def code(self) -> str:
        """The error code of docs/reference/referee-protocol.md."""
        ...

    @property
    def facts(self) -> dict[str, object]:
        """The fields that the protocol carries beside the code."""
        ...


class Illegal(CompanionError):  # noqa: N818  # the table's own word for it
    """A command that the rules refuse; its text, code and fields, is for logs.

    >>> from companion.core.refusals import OverTarget
    >>> str(Illegal(OverTarget(total=103, target=98, was=95)))
    'over-target: total 103, target 98'

    Args:
        refusal: why, one of `companion.core.refusals`.
    """

    def __init__(self, refusal: AnyRefusal) -> None:
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


class SwitchedOffError(CompanionError):
    """The box is switched off and does nothing any more."""


class QuestionPendingError(CompanionError):
    """A command of a phone that has to wait until somebody has answered the box."""


class IllegalCommand(Illegal, ValueError):  # noqa: N818  # as Illegal
    """A command of a program that the rules refuse; its text is the sentence that players read.

    Args:
        refusal: why, one of `companion.core.refusals`.
        sentence: the same in English, without a full stop.
    """

    def __init__(self, refusal: AnyRefusal, sentence: str) -> None:
        super().__init__(refusal)
        self.args = (refusal, sentence)  # what copy and pickle call this with again
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence
