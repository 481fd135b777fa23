"""Input of card scanners: bytes of a serial port, key events, and frames of a scanner node."""

from collections.abc import Iterator
from contextlib import suppress

from companion.devices.lines import MAX_LINE_LENGTH, LineAssembler, TypedLines
from companion.devices.scanner_node import NodeLink, framed, unframed
from companion.errors import LabelError
from companion.inputs import Edge, Noise, Scan
from companion.labels.codec import read_label, shown, write_label
from tests.bytes.target import Target


def take_serial(data: bytes) -> None:
    """Read lines from bytes split by the first byte; the split must not affect the lines."""
    piece = data[0] % 8 + 1 if data else 1
    sent = data[1:]
    whole = LineAssembler().feed(sent)
    pieces = LineAssembler()
    assert [
        heard for at in range(0, len(sent), piece) for heard in pieces.feed(sent[at : at + piece])
    ] == whole
    for line in whole:
        if isinstance(line, str):
            assert line.isascii()
            assert line.isprintable()
            assert len(line) <= MAX_LINE_LENGTH
            read(line)


def take_typed(data: bytes) -> None:
    """Read key events of two bytes each: the key, and whether it goes down, comes up or repeats."""
    lines = TypedLines("de")
    for code, value in zip(data[::2], data[1::2], strict=False):
        if line := lines.key(code, value % 3):
            read(line)


def read(line: str) -> None:
    """Read a line as a card or a command card, or refuse it; check that it reads back."""
    for plain in (False, True):
        with suppress(LabelError):
            label = read_label(line, plain=plain)
            with suppress(LabelError):
                assert read_label(write_label(label), plain=True) == label
    assert shown(line).isprintable()


def take_frames(data: bytes) -> None:
    """Read lines from a node; a leading "!" is replaced by a frame with a correct checksum."""
    link, scans, down = NodeLink({"5F3A1C22": 2}), dict[str, int](), set[str]()
    for number, line in enumerate(data.split(b"\n")):
        sent = line + b"\n"
        if line[:1] == b"!" and line.isascii():
            sent = framed(line[1:].decode())
        heard = link.feed(sent, float(number))
        for one in heard.inputs:
            if isinstance(one, Scan | Edge) and one.receipt is not None:
                boot, sequence = one.receipt.boot, one.receipt.sequence
                assert sequence > scans.get(boot, -1), "an input came twice"
                scans[boot] = sequence
            if isinstance(one, Edge):
                assert one.down or one.receipt is not None or one.key in down
                (down.add if one.down else down.discard)(one.key)
            if isinstance(one, Noise):
                assert one.count >= 0
            if isinstance(one, Scan):
                read(one.text)
        for answer in heard.answer.splitlines():
            assert unframed(answer) is not None


def serial_seeds() -> Iterator[bytes]:
    yield b"\x001QSF\r\n8H\r10C/2\rJK\r"
    yield b"\x02\x02\x00\x00\x01\x00\x33\x311QSF\r\n\xf0\x9f\r"
    yield b"\x03" + b"A" * 70 + b"\r0DEALX\r"


def typed_seeds() -> Iterator[bytes]:
    yield bytes([2, 1, 42, 1, 16, 1, 31, 1, 33, 1, 42, 0, 28, 1])
    yield bytes([58, 1, 9, 1, 35, 1, 96, 1])


def frame_seeds() -> Iterator[bytes]:
    yield b"!H 5F3A1C22 1 2 1 0.1 gm65\n!S 5F3A1C22 1 31515346\n!T 5F3A1C22 2 2 0 ok"
    yield (
        b"!H 5F3A1C22 1 4 1 0.1 keys\n!K 5F3A1C22 3 OK d\n!K 5F3A1C22 4 OK u\n!T 5F3A1C22 3 5 "
        b"1 silent"
    )
    yield (
        b"!H 00000001 1 1 1 0.1 -\n!H 00000002 7 9 1 0.1 -\n!S 00000002 7 0D\n!H 00000001 1 2 "
        b"2 0.1 -"
    )
    yield framed("H 5F3A1C22 1 2 1 0.1 gm65") + framed("S 5F3A1C22 1 31515346")


SERIAL = Target(take_serial, serial_seeds, 512)
TYPED = Target(take_typed, typed_seeds, 256)
FRAMES = Target(take_frames, frame_seeds, 1024)
