"""Inputs from outside, as plain values for one queue: keys, scans, failing parts.

Devices make them, the box consumes them; nothing here knows a rule or a pin. All times are seconds
of the monotonic clock that was passed to the device.
"""

from typing import Literal

import msgspec

KeyName = Literal["OK", "UNDO", "BUST", "MORE", "LEFT", "RIGHT"]
KEYS: tuple[KeyName, ...] = ("OK", "UNDO", "BUST", "MORE", "LEFT", "RIGHT")

Layout = Literal["us", "uk", "de", "fr"]
"""The layouts to which a keyboard scanner may be set."""

PartName = str
"""The displayed name of a part: "Display", "Second display", "Reader", "Lights"..."""


class Receipt(msgspec.Struct, frozen=True):
    """The number of a reader node's message within one `boot` of the node, from 1.

    The node keeps the message until the journal has stored its number
    (docs/reference/node-link.md, "The link").
    """

    boot: str
    sequence: int


class Edge(msgspec.Struct, frozen=True, tag=True):
    """A contact closed (`down`) or opened, not yet debounced."""

    key: KeyName
    down: bool
    at: float
    receipt: Receipt | None = None


class Key(msgspec.Struct, frozen=True, tag=True):
    """A debounced key press.

    `held` is the long press (MORE opens the menu), `repeat` counts the repeats while LEFT or RIGHT
    stays down (0 for the press itself).
    """

    name: KeyName
    held: bool = False
    repeat: int = 0


class Scan(msgspec.Struct, frozen=True, tag=True):
    """One line from a card reader, without its terminator, exactly as received.

    `plain` says whether this reader accepts plain forms (`QS`, `8`) beside whole labels. `ended` is
    false for text that silence ended, because the reader sent no terminator. With more than one of
    `times` it stands for as many lines that are no label, the last of which is `text`.
    """

    text: str
    at: float
    reader: PartName = "Reader"
    receipt: Receipt | None = None
    plain: bool = False
    ended: bool = True
    times: int = 1

    def after(self, before: "Scan") -> "Scan":
        """Return both of two lines that are no label as the later one."""
        return msgspec.structs.replace(self, times=before.times + self.times)


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


class Noise(msgspec.Struct, frozen=True, tag=True):
    """Something from a reader by which a card may have come to nothing.

    "odd bytes": `count` bytes that are no text. "half a line": `text` came before the port was
    gone. "no line end": `text` came without one and is no whole label. "long line": one of more
    than `count` bytes. "too much": `count` bytes were dropped, because no scanner sends cards so
    quickly. `count` cards were "not kept" for want of room. Of a reader node: "restarted" with
    `count` cards unread, or `count` cards "lost" on the way. With more than one of `times` it
    stands for as many of this kind.
    """

    what: NoiseKind
    count: int = 0
    reader: PartName = "Reader"
    text: str = ""
    times: int = 1

    def after(self, before: "Noise") -> "Noise":
        """Return both of two noises of one kind as one:
        their count together, and the later text.
        """
        count = self.count if self.what == "long line" else before.count + self.count
        return msgspec.structs.replace(self, count=count, times=before.times + self.times)


class PartLost(msgspec.Struct, frozen=True, tag=True):
    """A part stopped answering; `reason` is for the log."""

    part: PartName
    reason: str


class PartBack(msgspec.Struct, frozen=True, tag=True):
    """A lost part answers again."""

    part: PartName


class PhonePaired(msgspec.Struct, frozen=True, tag=True):
    """A phone was paired with the code from the display: `phone` may play from now on."""

    phone: str


class CodeGuessed(msgspec.Struct, frozen=True, tag=True):
    """Wrong codes were entered, `count` so far, the last from `address`;
    the code is still valid.
    """

    count: int
    address: str


class CodeSpent(msgspec.Struct, frozen=True, tag=True):
    """Too many wrong guesses ended the pairing code."""


class GuesserJudged(msgspec.Struct, frozen=True, tag=True):
    """Somebody has said what is to be done about who guesses at the pairing code."""


class KnownNetwork(msgspec.Struct, frozen=True):
    """A Wi-Fi in range whose password the machine knows: its `name` (SSID), `signal` in percent.

    `profile` is its NetworkManager profile.
    """

    name: str
    signal: int
    profile: str


class OwnNetwork(msgspec.Struct, frozen=True):
    """The Wi-Fi that the box itself can open: name and password.

    `modules` is both as a QR code, row by row, dark as "1"; empty if it cannot be made.
    """

    name: str
    password: str
    modules: tuple[str, ...] = ()
    is_open: bool = False


class NetworkNews(msgspec.Struct, frozen=True, tag=True):
    """The state of the machine's network.

    `name` is the current network, or with `joining` the one being joined; "" for none. `address` is
    the box's IPv4 address there, "" while it has none. `own` is None if the machine has no Wi-Fi
    that could open a network; `radio` is off if Wi-Fi is switched off as a whole.
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
    "no Wi-Fi",
    "no answer",
    "wrong password",
    "not let in",
    "forbidden",
]


class NetworkAnswer(msgspec.Struct, frozen=True, tag=True):
    """The result of a request to the network called `name`, or of none:
    the own network "opened itself".

    Failed: this machine has "no Wi-Fi" that could open a network; the network gives "no answer",
    does not take the "wrong password" that the machine knows, or has "not let in" the box; the
    machine's services have "forbidden" it.
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


UpdateOutcome = Literal["newest", "updated", "went back", "offline", "unsigned", "full", "refused"]


class UpdateAnswer(msgspec.Struct, frozen=True, tag=True):
    """The outcome of an update: the `version` that plays now, and `before` it another one, or "".

    Failed: the new version did not start, so the one before "went back" in its place; nothing could
    be asked ("offline"), what is there is "unsigned", the disk is "full", or apt has "refused" for
    another reason.
    """

    outcome: UpdateOutcome
    version: str = ""
    before: str = ""

    @property
    def failed(self) -> bool:
        return self.outcome not in {"newest", "updated"}


class PowerNews(msgspec.Struct, frozen=True, tag=True):
    """The machine reports whether the box may restart it, and whether it can be updated."""

    can_restart: bool
    can_update: bool = False


PhoneNews = PhonePaired | CodeGuessed | CodeSpent | GuesserJudged
"""The news of pairing."""

MachineNews = NetworkNews | NetworkAnswer | PowerNews | UpdateAnswer
"""The news of the machine around the box."""

Input = Edge | Key | Scan | Noise | PartLost | PartBack | PhoneNews | MachineNews
