"""What systemd is told by the box: that it can be played, that it lives, that it ends (sd_notify(3))."""

import contextlib
import socket
from collections.abc import Mapping
from pathlib import Path

from companion.errors import ServiceError


class ServiceNotifier:
    """The service manager that has started this program; it says nothing where none has.

    Args:
        environ: the environment, as `os.environ`. ``NOTIFY_SOCKET`` is where systemd listens, a path or,
            with an ``@`` before it, a name in the abstract namespace; ``WATCHDOG_USEC`` is after how many
            microseconds without a word it takes the program for hung.

    Attributes:
        beat: seconds between two words that are soon enough, half of what is allowed
            (sd_watchdog_enabled(3)); None where nobody waits for any.

    Raises:
        ServiceError: the environment says what cannot be.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._why = _why(environ)
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.beat = None if not address else _beat(environ.get("WATCHDOG_USEC", ""))

    def ready(self) -> None:
        """The box can be played."""
        if self._why is not None:
            with contextlib.suppress(OSError):
                self._why.unlink(missing_ok=True)
        self._tell("READY=1")

    def alive(self) -> None:
        """The box does not hang."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The box has begun to end."""
        self._tell("STOPPING=1")

    def given_up(self, reason: str) -> None:
        """The box cannot be played; `reason` outlasts this program, for whoever says so after it."""
        if self._why is not None:
            with contextlib.suppress(OSError):
                self._why.write_text(reason, "utf-8")

    def _tell(self, word: str) -> None:
        if not self._address:
            return
        # A manager that does not listen must not end the game.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)  # noqa: FBT003  # socket's own signature
            line.sendto(word.encode(), self._address)


def said_why(environ: Mapping[str, str]) -> str:
    """What the box has said when it gave up, "" if it has not."""
    why = _why(environ)
    try:
        return why.read_text("utf-8") if why is not None else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _why(environ: Mapping[str, str]) -> Path | None:
    """In memory, where a full disk does not matter: RuntimeDirectory= of the unit (systemd.exec(5))."""
    folder = environ.get("RUNTIME_DIRECTORY", "")
    return Path(folder) / "why" if folder else None


def _beat(allowed: str) -> float | None:
    if not allowed:
        return None
    if not (allowed.isascii() and allowed.isdigit() and int(allowed)):
        raise ServiceError(f"WATCHDOG_USEC is {allowed!r}: systemd writes a number of microseconds there")
    return int(allowed) / 2_000_000
