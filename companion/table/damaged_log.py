"""Saves the sound frames of a damaged write-ahead log: SQLite reads no frame behind the first broken one.

The checksum of each frame goes on from that of the frame before it, as the log has it. So each frame can be
checked by itself, and a log of the sound ones alone is made by counting their checksums anew (sqlite.org,
"WAL-mode File Format", 4).
"""

import errno
import struct
from itertools import dropwhile
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import DamagedError

_HEADER: Final = struct.Struct(">8I")
"""Magic number, version, page size, checkpoints, two salts, two checksums."""
_FRAME: Final = struct.Struct(">6I")
"""Page number, pages of the database if this frame ends a transaction, two salts, two checksums."""
_COVERED: Final = 24
"""Bytes of the header that its checksums cover; those of a frame cover two of its numbers and the page."""
_LITTLE, _BIG = 0x377F0682, 0x377F0683
"""Magic numbers, which tell the byte order of the checksums."""
_VERSION: Final = 3007000
_PAGE: Final = 4096
"""Bytes of a page of a journal: what SQLite makes."""

_Sum = tuple[int, ...]


class _Frame(NamedTuple):
    """A page as a transaction wrote it; `header` are the six numbers before it in the log.

    `is_sound`: its checksum is that of its content. `is_read`: SQLite reads it, and all of those before it.
    """

    header: tuple[int, ...]
    page: bytes
    is_sound: bool
    is_read: bool


def transactions_lost(log: Path) -> int:
    """Return how many transactions of the log at a path end behind its first broken frame, unread by SQLite.

    One of them may have been under way at a power cut; those before the last one were on the disk. Of a log
    that may not be read there are none: SQLite says what is wrong with it.

    Raises:
        DamagedError: the disk cannot read it.
    """
    try:
        frames = _frames(log.read_bytes())
    except OSError as error:
        if error.errno != errno.EIO:
            return 0
        raise DamagedError("The disk cannot read the log beside the file") from None
    unread = dropwhile(attrgetter("is_read"), frames)
    return sum(frame.is_sound and frame.header[1] > 0 for frame in unread)


def sound_log(content: bytes) -> bytes:
    """Return a log of the sound frames in the `content` of a damaged one."""
    order = _byte_order(content)
    frames = [frame for frame in _frames(content) if frame.is_sound]
    salts = 0, 0
    header = struct.pack(">6I", _BIG if order == ">" else _LITTLE, _VERSION, _PAGE, 0, *salts)
    total = _sum(header, (0, 0), order)
    parts = [header, struct.pack(">2I", *total)]
    for frame in frames:
        begin = struct.pack(">2I", *frame.header[:2])
        total = _sum(frame.page, _sum(begin, total, order), order)
        parts += [begin, struct.pack(">4I", *salts, *total), frame.page]
    return b"".join(parts)


def _byte_order(content: bytes) -> str:
    return ">" if content[:4] == _BIG.to_bytes(4, "big") else "<"


def _frames(content: bytes) -> list[_Frame]:
    """Return the frames of a log, without those behind them that are left of an earlier use of the file."""
    starts = range(_HEADER.size, len(content) - _FRAME.size - _PAGE + 1, _FRAME.size + _PAGE)
    if not starts:
        return []
    order = _byte_order(content)
    headers = [_FRAME.unpack_from(content, start) for start in starts]
    *_rest, salt, other_salt, first, second = _HEADER.unpack_from(content)
    before = first, second
    is_read = _sum(content[:_COVERED], (0, 0), order) == before
    salts = (salt, other_salt) if is_read else headers[0][2:4]  # nobody knows which bytes are broken
    frames = []
    for start, header in zip(starts, headers, strict=True):
        page = content[start + _FRAME.size : start + _FRAME.size + _PAGE]
        made = _sum(page, _sum(struct.pack(">2I", *header[:2]), before, order), order)
        before = header[4:6]
        is_read = is_read and made == before and header[2:4] == salts
        frames.append(_Frame(header, page, made == before, is_read))
    while frames and frames[-1].header[2:4] != salts:
        del frames[-1]
    return frames


def _sum(content: bytes, before: _Sum, order: str) -> _Sum:
    first, second = before
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
