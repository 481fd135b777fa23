"""Inputs from outside as plain values for one queue: keys, scans, failing parts.

Devices produce them and the box consumes them; this module is independent of rules and pins. All
times are in seconds of the monotonic clock that was passed to the device.
"""

from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

KeyName = Literal["OK", "UNDO", "BUST", "MORE", "LEFT", "RIGHT"]
KEYS: tuple[KeyName, ...] = get_args(KeyName)

Layout = Literal["us", "uk", "de", "fr", "es"]
"""The keyboard layouts that a keyboard scanner may use."""

PartName = str
"""The displayed name of a part: "Display", "Second display", "Reader", "Lights"..."""


class Receipt(Struct, frozen=True):
    """The number of a scanner node's message within one `boot` of the node, counted from 1.

    The node keeps the message until the journal has stored its number (docs/reference/node-link.md,
    "The link").
    """

    boot: str
    sequence: int


class Edge(Struct, frozen=True):
    """A contact that closed (`down`) or opened, not yet debounced."""

    key: KeyName
    down: bool
    at: float
    receipt: Receipt | None = None


class Key(Struct, frozen=True):
    """A debounced key press.

    `held` marks a long press (MORE opens the menu). `repeat` counts the repeats while LEFT or RIGHT
    stays down, with 0 for the press itself.
    """

    name: KeyName
    held: bool = False
    repeat: int = 0


class Scan(Struct, frozen=True):
    """A line from a scanner, without its terminator, exactly as received.

    `plain` is true if this scanner accepts plain forms (`QS`, `8`) as well as whole labels. `ended`
    is false for a text that ended with silence, because the scanner sent no terminator. If `times`
    is more than one, the value represents as many lines that are not labels, of which `text` is the
    last.
    """

    text: str
    at: float
    reader: PartName = "Reader"
    receipt: Receipt | None = None
    plain: bool = False
    ended: bool = True
    times: int = 1

    def after(self, before: "Scan") -> "Scan":
        """Return two lines that are not labels merged into the later one."""
        return replace(self, times=before.times + self.times)


NoiseKind = Literal[
    "odd bytes",
    "half a line",
    "no line end",
    "long line",
    "too much",
    "restarted",
    "lost",
    "not kept",
]


class Noise(Struct, frozen=True):
    """Faulty input from a scanner, in which a card may have been lost.

    "odd bytes": `count` bytes that are not text. "half a line": `text` came before the port was
    gone. "no line end": `text` came without one and is not a whole label. "long line": a line of
    more than `count` bytes. "too much": `count` bytes were dropped, because no scanner sends cards
    so quickly. "not kept": `count` cards were dropped for lack of space. From a scanner node:
    "restarted" with `count` unread cards, or "lost" with `count` cards lost on the way. If `times`
    is more than one, the value represents as many of this kind.
    """

    what: NoiseKind
    count: int = 0
    reader: PartName = "Reader"
    text: str = ""
    times: int = 1

    def after(self, before: "Noise") -> "Noise":
        """Return two noises of the same kind merged into one, with their sum and the later text."""
        count = self.count if self.what == "long line" else before.count + self.count
        return replace(self, count=count, times=before.times + self.times)


class PartLost(Struct, frozen=True):
    """The report that a part stopped answering; `reason` is for the log."""

    part: PartName
    reason: str


class PartBack(Struct, frozen=True):
    """The report that a lost part answers again."""

    part: PartName


class PhonePaired(Struct, frozen=True):
    """The report that a phone was paired with the code from the display: `phone` may play now."""

    phone: str


class CodeGuessed(Struct, frozen=True):
    """The report of wrong codes, `count` so far, the last one from `address`.
    The code is still valid.
    """

    count: int
    address: str


class CodeSpent(Struct, frozen=True):
    """The report that too many wrong guesses ended the pairing code."""


class GuesserJudged(Struct, frozen=True):
    """The report that a player decided what to do about the guesser of the pairing code."""


class FloorSeen(Struct, frozen=True):
    """The report that the floor of a club night follows this table from now on."""


class KnownNetwork(Struct, frozen=True):
    """A Wi-Fi network in range whose password the machine knows: its `name` (SSID) and `signal` in
    percent.

    `profile` is its NetworkManager profile.
    """

    name: str
    signal: int
    profile: str


class OwnNetwork(Struct, frozen=True):
    """The Wi-Fi network that the box itself can open: name and password.

    `modules` is a QR code of both, row by row, with "1" for dark; empty if it cannot be made.
    """

    name: str
    password: str
    modules: tuple[str, ...] = ()
    is_open: bool = False


class NetworkNews(Struct, frozen=True):
    """The state of the machine's network.

    `name` is the current network, or with `joining` the one being joined; "" for none. `address` is
    the box's IPv4 address in it, or "" while it has none. `own` is None if the machine has no Wi-Fi
    that could open a network; `radio` is false if Wi-Fi is switched off.
    """

    name: str = ""
    joining: bool = False
    address: str = ""
    profile: str = ""
    known: tuple[KnownNetwork, ...] = ()
    own: OwnNetwork | None = None
    radio: bool = True


NetworkOutcome = Literal[
    "joined",
    "own network open",
    "opened itself",
    "own network closed",
    "own network failed",
    "no answer",
    "wrong password",
    "not let in",
    "forbidden",
]


class NetworkAnswer(Struct, frozen=True):
    """The result of a request to the network called `name`, or to none if the own network "opened
    itself".

    Failures: the "own network failed"; the network gives "no answer", rejects the stored password
    as "wrong password", or has "not let in" the box; the machine's services have "forbidden" it.
    """

    outcome: NetworkOutcome
    name: str = ""

    @property
    def failed(self) -> bool:
        return self.outcome not in {
            "joined",
            "own network open",
            "opened itself",
            "own network closed",
        }


UpdateOutcome = Literal[
    "newest", "updated", "secured", "went back", "offline", "unsigned", "full", "refused"
]


class UpdateAnswer(Struct, frozen=True):
    """The outcome of an update: the current `version`, and the one `before` it, or "".

    Failures: the new version did not start, so the previous one "went back" in its place; the
    server could not be reached ("offline"), its packages are "unsigned", the disk is "full", or apt
    has "refused" for another reason.
    """

    outcome: UpdateOutcome
    version: str = ""
    before: str = ""

    @property
    def failed(self) -> bool:
        return self.outcome not in {"newest", "updated"}


class PowerNews(Struct, frozen=True):
    """The report of the machine whether the box may restart it, and whether it can be updated."""

    can_restart: bool
    can_update: bool = False


PhoneNews = PhonePaired | CodeGuessed | CodeSpent | GuesserJudged | FloorSeen
"""The reports about pairing, and about a floor, which is paired like a phone."""

MachineNews = NetworkNews | NetworkAnswer | PowerNews | UpdateAnswer
"""The reports of the machine around the box."""

Input = Edge | Key | Scan | Noise | PartLost | PartBack | PhoneNews | MachineNews
