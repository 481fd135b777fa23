from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.lines import ACKNOWLEDGEMENT, MAX_LINE_LENGTH, LineAssembler
from companion.inputs import Noise
from tests.devices.gm65 import Gm65

# Mostly bytes with a meaning for the assembler: line ends, acknowledgements, odd bytes, long lines.
STREAMS = st.lists(
    st.one_of(
        st.sampled_from(
            [b"\r", b"\n", b"\r\n", b"1QSF", b"8H", ACKNOWLEDGEMENT, ACKNOWLEDGEMENT[:3], b"x" * 40]
        ),
        st.binary(max_size=8),
    ),
    max_size=30,
).map(b"".join)


def heard(*pieces: bytes) -> list[str | Noise]:
    lines = LineAssembler()
    return [line for piece in pieces for line in lines.feed(piece)]


def test_line_ends_with_cr_lf_or_both() -> None:
    assert heard(b"1QSF\r", b"2KH7\n", b"8H\r\n", b"9C\n\r") == ["1QSF", "2KH7", "8H", "9C"]


def test_empty_lines_are_dropped() -> None:
    assert heard(b"\r\n\r\n\n\r8H\r\r") == ["8H"]


def test_line_is_reported_only_at_its_end() -> None:
    assert heard(b"1Q", b"S", b"F") == []
    assert heard(b"1Q", b"S", b"F", b"\r") == ["1QSF"]


@given(stream=STREAMS, data=st.data())
def test_lines_do_not_depend_on_how_bytes_are_split(stream: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    edges = [0, *cuts, len(stream)]
    pieces = [stream[start:end] for start, end in pairwise(edges)]
    assert heard(*pieces) == heard(stream)


@given(STREAMS)
def test_reported_line_is_printable_ascii_of_valid_length(stream: bytes) -> None:
    for line in heard(stream):
        if isinstance(line, str):
            assert line.isascii()
            assert line.isprintable()
            assert 0 < len(line) <= MAX_LINE_LENGTH


@given(STREAMS)
def test_line_after_any_bytes_is_intact(stream: bytes) -> None:
    assert heard(stream, b"\r", b"1QSF\r")[-1] == "1QSF"


@given(STREAMS)
def test_each_line_is_reported_once_as_text_or_noise(stream: bytes) -> None:
    lines = [
        line
        for line in stream.replace(b"\n", b"\r").split(b"\r")
        if line.replace(ACKNOWLEDGEMENT, b"")
    ]
    assert len(heard(stream, b"\r")) == len(lines)


def test_odd_bytes_are_reported_at_the_end_of_their_line() -> None:
    assert heard(b"\x00\xff1QSF") == []
    assert heard(b"\x00\xff1QSF", b"\r", b"8H\r") == [Noise("odd bytes", 2), "8H"]
    assert heard(b"1Q\tSF\r") == [Noise("odd bytes", 1)]


def test_long_line_is_reported_once_and_skipped_to_its_end() -> None:
    assert heard(b"x" * MAX_LINE_LENGTH + b"\r") == ["x" * MAX_LINE_LENGTH]
    assert heard(b"x" * (MAX_LINE_LENGTH + 1)) == [Noise("long line", 64)]
    assert heard(b"x" * 1000, b"\x00" * 1000, b"8H\r", b"9C\r") == [Noise("long line", 64), "9C"]


def test_acknowledgements_before_a_scan_are_removed() -> None:
    module = Gm65()
    acknowledged = module.command(bytes.fromhex("7E 00 08 01 00 02 01 AB CD"))
    assert acknowledged == ACKNOWLEDGEMENT
    assert heard(acknowledged, module.pass_code("1QSF")) == ["1QSF"]
    assert heard(acknowledged * 20, module.pass_code("1QSF")) == ["1QSF"]
    assert heard(acknowledged, b"\r") == []


def test_only_the_exact_acknowledgement_is_removed() -> None:
    assert heard(b"31QSF\r") == ["31QSF"]
    assert heard(ACKNOWLEDGEMENT[:-2] + b"1QSF\r") == [Noise("odd bytes", 5)]
    assert heard(b"1QSF" + ACKNOWLEDGEMENT + b"\r") == [Noise("odd bytes", 5)]


def test_pause_ends_a_line_with_odd_bytes() -> None:
    lines = LineAssembler()
    assert lines.feed(b"\x00") == []
    assert lines.quiet() == [Noise("odd bytes", 1)]
    assert lines.quiet() == []
    assert lines.feed(b"1QSF\r") == ["1QSF"]


def test_pause_ends_a_line_that_is_too_long() -> None:
    lines = LineAssembler()
    assert lines.feed(b"x" * 100) == [Noise("long line", 64)]
    assert lines.quiet() == []
    assert lines.feed(b"1QSF\r") == ["1QSF"]


def test_pause_ends_a_line_without_a_line_end() -> None:
    lines = LineAssembler()
    assert lines.feed(b"1QSF") == []
    assert lines.quiet() == ["1QSF"]
    assert lines.feed(b"\r18H0") == []
    assert lines.quiet() == ["18H0"]
    assert lines.quiet() == []


def test_half_a_line_is_reported_when_the_port_disappears() -> None:
    lines = LineAssembler(reader="Second reader")
    lines.feed(b"1QSF\r2K")
    assert lines.drop() == [Noise("half a line", text="2K", reader="Second reader")]
    assert lines.drop() == []
    assert lines.feed(b"H7\r8H\r") == ["H7", "8H"]


def test_odd_bytes_are_reported_when_the_port_disappears() -> None:
    lines = LineAssembler()
    lines.feed(b"2K\x80\x81")
    assert lines.drop() == [Noise("odd bytes", 2)]
    lines.feed(b"x" * 100)
    assert lines.drop() == []
