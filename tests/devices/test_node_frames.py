"""Frames of the link: however a cable corrupts one, the frame arrives intact or not at all."""

import random
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.scanner_node import FrameAssembler, framed, unframed

SIGNS = st.characters(codec="ascii", exclude_characters="~*", min_codepoint=33, max_codepoint=125)
WORDS = st.lists(st.text(SIGNS, min_size=1, max_size=12), min_size=1, max_size=6)


def test_checksum_matches_the_published_one() -> None:
    assert framed("123456789") == b"~123456789*31C3\n"


@given(WORDS)
def test_framed_text_is_read_back(words: list[str]) -> None:
    assert unframed(framed(" ".join(words)).rstrip(b"\n")) == tuple(words)


@given(WORDS, st.data())
def test_frame_with_a_corrupted_byte_is_rejected(words: list[str], data: st.DataObject) -> None:
    line = bytearray(framed(" ".join(words))[:-1])
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] ^= data.draw(st.integers(1, 255))
    assert unframed(bytes(line)) is None


@given(WORDS, st.data())
def test_frame_with_a_lost_or_doubled_byte_is_rejected(
    words: list[str], data: st.DataObject
) -> None:
    line = framed(" ".join(words))[:-1]
    place = data.draw(st.integers(0, len(line) - 1))
    lost, doubled = (
        line[:place] + line[place + 1 :],
        line[:place] + line[place : place + 1] + line[place:],
    )
    assert unframed(lost) is None
    # A doubled start mark is valid, because a frame begins at the last one.
    assert unframed(doubled) is None or place == 0


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"1QSF",
        b"~",
        b"~*0000",
        b"~A 5F3A1C22 7",
        b"~A 5F3A1C22 7*4a51",
        b"A 5F3A1C22 7*4A51",
        b"~A  5F3A1C22 7*" + b"%04X" % 0x83A5,
    ],
)
def test_text_without_a_frame_is_dropped(line: bytes) -> None:
    assert unframed(line) is None


def test_frames_are_found_in_any_pieces_and_between_noise_bytes() -> None:
    chance = random.Random(7)  # noqa: S311  # where pieces are cut needs no secrecy
    sent = [("S", "5F3A1C22", str(number), "31515346") for number in range(500)]
    left = b"".join(
        chance.choice((b"", b"\xff\x00", b"~half a fra", b"plain line\r\n"))
        + framed(" ".join(words))
        for words in sent
    )
    frames, heard = FrameAssembler(), []
    while left:
        cut = chance.randint(1, 40)
        heard += frames.feed(left[:cut])
        left = left[cut:]
    assert heard == sent


def test_endless_line_does_not_grow_the_buffer() -> None:
    frames, endless = FrameAssembler(), b"~" + b"x" * 100_000
    tracemalloc.start()
    try:
        assert frames.feed(endless) == []
        assert tracemalloc.get_traced_memory()[0] < len(endless) // 2
    finally:
        tracemalloc.stop()
    assert frames.feed(framed("?")) == [("?",)]
