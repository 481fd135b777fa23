"""The link to a scanner node: its frames and its messages.

docs/reference/node-link.md defines the format.
"""

import re
from binascii import crc_hqx
from collections.abc import Mapping
from typing import NamedTuple

from companion.devices.ports import Health
from companion.inputs import KEYS, Edge, Input, KeyName, Noise, PartName, Receipt, Scan

MAX_FRAME_LENGTH = 256
"""Maximum bytes of a line, including its end."""

_FRAME = re.compile(rb"([\x20-\x7d]*)\*([0-9A-F]{4})")
_WORD = re.compile(r"[!-}]+")


def framed(body: str) -> bytes:
    """Return the line that carries `body`, which consists of words separated by single spaces."""
    encoded = body.encode("ascii")
    return b"~%s*%04X\n" % (encoded, crc_hqx(encoded, 0))


def unframed(line: bytes) -> tuple[str, ...] | None:
    """Return the words of the frame in `line`; None if there is none or it is corrupt."""
    _, mark, rest = line.rpartition(b"~")
    frame = _FRAME.fullmatch(rest.rstrip(b"\r"))
    if not mark or frame is None or crc_hqx(frame[1], 0) != int(frame[2], 16):
        return None
    words = tuple(frame[1].decode("ascii").split(" "))
    return words if all(_WORD.fullmatch(word) for word in words) else None


class FrameAssembler:
    r"""A buffer of bytes that returns the frames among complete lines.

    >>> frames = FrameAssembler()
    >>> frames.feed(b"~A 5F3A1C22")
    []
    >>> frames.feed(b" 7*4A51\n")
    [('A', '5F3A1C22', '7')]
    """

    def __init__(self) -> None:
        self._line = bytearray()

    def feed(self, data: bytes) -> list[tuple[str, ...]]:
        """Return the words of every frame that `data` completes."""
        frames = []
        for byte in data:
            if byte == 0x0A:
                words = unframed(bytes(self._line))
                self._line.clear()
                if words is not None:
                    frames.append(words)
            elif byte == 0x7E:  # a frame begins, so the bytes before it are an incomplete line
                self._line[:] = b"~"
            elif len(self._line) < MAX_FRAME_LENGTH:
                self._line.append(byte)
        return frames


HELLO = framed("?")
"""The request for a node's hello; any other reader ignores the line."""

PROTOCOL = "1"

SILENT = 5.0
"""Seconds without a heartbeat until the node counts as lost; heartbeats come every second."""

DIGITS = 15
"""Maximum digits of a sequence number: enough for any reader, and exact on every machine."""

MAX_WAITING = 256
"""Maximum inputs accepted before the first is acknowledged; a node stores 128 and repeats later
ones.
"""

KEY_NAMES: Mapping[str, KeyName] = {key: key for key in KEYS}


class NodeInput(NamedTuple):
    """The inputs of a node, oldest first, and the bytes to send in reply."""

    inputs: list[Input]
    answer: bytes


class NodeLink:
    """The link over one serial line, which may have a node at its other end.

    Wiring: the node, a Pico with a reader and perhaps the buttons, is connected by USB
    (docs/reference/node-link.md). `companion.devices.serial_reader.SerialReader` reads the port and
    passes the bytes to this link.

        >>> link = NodeLink({})
        >>> said_hello = framed("H 5F3A1C22 1 2 1 0.1 gm65")
    >>> heard = link.feed(said_hello + framed("S 5F3A1C22 1 31515346"), at=0.0)
        >>> (scan,) = heard.inputs
        >>> scan.text, scan.receipt
        ('1QSF', Receipt(boot='5F3A1C22', sequence=1))

    Args:
        receipts: the last sequence number of each boot in the journal; the link only reads it.
        reader: the reader's name on the display.

    Attributes:
        is_node: whether the link has understood a frame on this line.
    """

    def __init__(self, receipts: Mapping[str, int], reader: PartName = "Reader") -> None:
        self.is_node = False
        self._receipts, self._reader = receipts, reader
        self._frames = FrameAssembler()
        self._boot = ""
        self._next = self._first = 1
        self._acknowledged = Receipt("", 0)
        self._next_of: dict[str, int] = {}  # next numbers of earlier boots
        self._node_next = 1
        self._lost = 0
        self._heard_at = 0.0
        self._down: set[KeyName] = set()
        self._inputs: list[Input] = []
        self._health = Health(reader, self._inputs.append)
        self._answer = bytearray()

    @property
    def boot(self) -> str:
        """The boot id in the last hello of a node, "" before the first."""
        return self._boot

    def feed(self, data: bytes, at: float) -> NodeInput:
        """Return the new inputs in `data`; `at` is its time in seconds."""
        self._answer.clear()
        for words in self._frames.feed(data):
            if self._understands(words, at):
                self.is_node, self._heard_at = True, at
        return NodeInput(self._new_inputs(), bytes(self._answer))

    def quiet(self, at: float) -> list[Input]:
        """Check the heartbeat after a pause in the bytes; report a silent node once."""
        if self.is_node and at - self._heard_at > SILENT:
            self.is_node = False  # a plain reader may have been plugged in instead
            self._inputs += self.let_go(at)
            self._health.lose("the reader node does not answer")
        return self._new_inputs()

    def well(self) -> list[Input]:
        """Return `PartBack` if there was trouble, because a plain reader has replaced the node."""
        self._health.recover()
        return self._new_inputs()

    def _new_inputs(self) -> list[Input]:
        inputs = self._inputs[:]
        self._inputs.clear()
        return inputs

    def let_go(self, at: float) -> list[Input]:
        """Return the release of all pressed keys, because a lost node will not report it."""
        keys, self._down = sorted(self._down), set()
        return [Edge(key, down=False, at=at) for key in keys]

    def open(self) -> bytes:
        """Reset for a newly opened line, perhaps with a different reader; return the first bytes to
        send.
        """
        self._frames = FrameAssembler()
        self.is_node = self._health.is_lost = False
        return HELLO

    def is_mine(self, receipt: Receipt) -> bool:
        """Return whether `receipt` belongs to the node on this line."""
        return receipt.boot == self._boot

    def acknowledged(self, receipt: Receipt) -> bytes:
        """Return the frame that acknowledges everything up to `receipt`, and accept more inputs.

        Any thread may call it. After a backup was restored, the receipt may be in a journal that
        the link does not know; while the disk fails, it is in none.
        """
        self._acknowledged = receipt
        return taken(receipt)

    def _understands(self, words: tuple[str, ...], at: float) -> bool:
        """Take the inputs of a frame; return False if the protocol does not have this frame."""
        if (
            len(words) < 3
            or not _is_boot(words[1])
            or not words[2].isdecimal()
            or len(words[2]) > DIGITS
        ):
            return False
        kind, boot, number = words[0], words[1], int(words[2])
        match kind, words[3:]:
            case "H", [following, protocol, _version, _abilities] if following.isdecimal():
                if protocol == PROTOCOL:
                    self._hello(boot, number, int(following), at)
                else:
                    self._health.lose(
                        f"the node speaks version {protocol[:8]} of the link, not {PROTOCOL}"
                    )
            case "T", [following, lost, module] if following.isdecimal() and lost.isdecimal():
                self._heartbeat(boot, number, int(following), int(lost), module)
            case "S" | "U", [text] if _is_hex(text):
                line = bytes.fromhex(text).decode("ascii", "replace")
                self._take(Scan(line, at, self._reader, Receipt(boot, number), ended=kind == "S"))
            case "K", [name, "d" | "u" as way] if name in KEY_NAMES:
                self._take(Edge(KEY_NAMES[name], way == "d", at, Receipt(boot, number)))
            case _:
                return False
        return True

    def _hello(self, boot: str, oldest: int, following: int, at: float) -> None:
        if boot != self._boot:
            if self._boot:
                unread = max(0, self._node_next - self._next)
                self._inputs += [*self.let_go(at), Noise("restarted", unread, self._reader)]
                self._next_of[self._boot] = self._next
            self._boot, self._lost = boot, 0
            done = self._receipts.get(boot, 0)
            # If the node has not reached that number yet, its random boot id equals that of an
            # earlier boot.
            on_disk = done + 1 if 0 < done < following else oldest
            self._first = self._next = max(on_disk, self._next_of.get(boot, 0))
        if oldest > self._next:
            self._inputs.append(Noise("lost", oldest - self._next, self._reader))
            self._first = self._next = oldest
        self._node_next = following
        self._acknowledge(oldest)

    def _heartbeat(self, boot: str, oldest: int, following: int, lost: int, module: str) -> None:
        if (
            boot != self._boot or oldest > self._next
        ):  # an unknown boot, or the node dropped unread inputs
            self._answer += HELLO
            return
        self._node_next = max(self._node_next, following)
        self._acknowledge(oldest)
        if lost > self._lost:
            self._inputs.append(Noise("not kept", lost - self._lost, self._reader))
        self._lost = lost
        if module == "ok":
            self._health.recover()
        else:
            self._health.lose("the node says that its barcode module does not answer")

    def _take(self, thing: Scan | Edge) -> None:
        """Take the card or the key if its number is the next one."""
        receipt = thing.receipt
        if receipt is None or receipt.boot != self._boot:
            self._answer += HELLO
            return
        self._node_next = max(self._node_next, receipt.sequence + 1)
        waiting = receipt.sequence - max(self._done(), self._first - 1)
        if receipt.sequence != self._next or waiting > MAX_WAITING:
            self._acknowledge(receipt.sequence)
            return
        self._next += 1
        if isinstance(thing, Edge):
            (self._down.add if thing.down else self._down.discard)(thing.key)
        self._inputs.append(thing)

    def _acknowledge(self, kept: int) -> None:
        """Repeat the acknowledgement if the node still stores acknowledged inputs."""
        done = self._done()
        if kept <= done:
            self._answer += taken(Receipt(self._boot, done))

    def _done(self) -> int:
        """Return the last acknowledged sequence number of this boot."""
        last = self._acknowledged
        return max(
            self._receipts.get(self._boot, 0), last.sequence if last.boot == self._boot else 0
        )


def taken(receipt: Receipt) -> bytes:
    """Return the frame that acknowledges everything up to `receipt`."""
    return framed(f"A {receipt.boot} {receipt.sequence}")


def verdict(receipt: Receipt, *, accepted: bool) -> bytes:
    """Return the frame with the table's verdict on the card."""
    return framed(f"V {receipt.boot} {receipt.sequence} {'+' if accepted else '-'}")


def _is_boot(word: str) -> bool:
    return len(word) == 8 and _is_hex(word)


def _is_hex(word: str) -> bool:
    return len(word) % 2 == 0 and all(sign in "0123456789ABCDEF" for sign in word)
