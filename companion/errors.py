"""The whole error tree. Imports nothing of the project."""


class CompanionError(Exception):
    """Anything the companion refuses or cannot do, said in one sentence for people."""


class CardError(CompanionError, ValueError):
    """A text that is no card; the message quotes it."""


class LabelError(CompanionError, ValueError):
    """A scanned text that is neither a card nor a command card; the message quotes it."""


class SheetError(CompanionError, ValueError):
    """Labels that cannot be printed: no such label paper, too small a label, nothing to print them with."""


class VariantError(CompanionError, ValueError):
    """A variant that cannot be played: the file, the key and the reason.

    Args:
        reason: what is wrong, as a sentence without a full stop.
        key: the key in the file, dotted, or "" when the whole file is meant.
        file: the file's name, or "" for a text without one.
    """

    def __init__(self, reason: str, key: str = "", file: str = "") -> None:
        self.reason, self.key, self.file = reason, key, file
        where = ": ".join(part for part in (file, key) if part)
        super().__init__(f"{where}: {reason}" if where else reason)


class ConfigError(CompanionError, ValueError):
    """A configuration that cannot be used: the file, the line, the key and what would be right.

    Args:
        reason: all of that, a line for each mistake.
        brief: where the first mistake is, short enough for the display ("line 3: lights.dim"), or "".
    """

    def __init__(self, reason: str, brief: str = "") -> None:
        self.brief = brief
        super().__init__(reason)


class BoardError(ConfigError):
    """A wiring table that cannot be built: a pin used twice, or one that is no GPIO."""


class JournalError(CompanionError):
    """The journal cannot be opened or written."""


class CommitError(JournalError):
    """SQLite could not end a transaction; what it has written of it may stand in the write-ahead log."""


class DamagedError(JournalError):
    """What stands in the journal cannot be read any more; the message says what SQLite found."""


class ReplayError(JournalError):
    """A journal that does not replay to the same digests; the message names the command."""


class OlderRulesError(ReplayError):
    """An entry of a journal does not play again because a rule has been mended since it was written."""


class Stopped(CompanionError):  # noqa: N818  # what it is, said of the table
    """The cards or chips of a game do not add up: only taking back or a new game is possible."""


class NeverSeenError(CompanionError, OSError):
    """A part that may not be fitted at all: nothing is lost that was ever there."""


class DeviceError(CompanionError, OSError):
    """A part of the box that is missing or has failed; the message names it and what to do."""


class ServiceError(CompanionError, ValueError):
    """What systemd says in the environment cannot be; the message quotes it."""


class BusError(CompanionError, OSError):
    """The machine's message bus, or a service on it, does not do what it was asked.

    Args:
        reason: what and why.
        name: what D-Bus calls the error, or "".
    """

    def __init__(self, reason: str, name: str = "") -> None:
        self.name = name
        super().__init__(reason)


class NoWayBackError(CompanionError):
    """The version before does not come back: what is in the way, and what to do about it."""


class SetupError(CompanionError):
    """The system of the Pi is not changed: what is in the way, and what to do about it."""


class Illegal(CompanionError):  # noqa: N818  # the table's own word for it
    """A command that the rules refuse: a code of docs/protocol.md and its facts.

    Args:
        code: the error code.
        told: more facts, for the sentence only, that the protocol does not carry.
        facts: the fields that the protocol carries beside the code.
    """

    def __init__(self, code: str, told: dict[str, object] | None = None, **facts: object) -> None:
        self.code, self.facts, self.told = code, facts, told or {}
        said = ", ".join(f"{name} {value}" for name, value in facts.items())
        super().__init__(f"{code}: {said}"[:200] if said else code)


class OverTarget(Illegal):
    """A play that makes a `total` above the target; under some rules that is a bust and no refusal."""

    def __init__(self, was: int, total: int, target: int) -> None:
        self.total = total
        super().__init__("over-target", {"was": was}, total=total, target=target)
