"""Lines typed by a scanner in keyboard mode, for any country setting."""

import pytest
from evdev import ecodes
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.lines import DOWN, MAX_LINE_LENGTH, TypedLines
from companion.inputs import Layout

UP, HELD = 0, 2
LABELS = st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=12)

LETTERS: dict[Layout, dict[str, str]] = {
    "us": {},
    "uk": {},
    "de": {"Y": "Z", "Z": "Y"},
    "fr": {"A": "Q", "Q": "A", "Z": "W", "W": "Z", "M": "SEMICOLON"},
    "es": {},
}
"""Letters that each layout has elsewhere than the American one, with that key's American name."""


def key_of(sign: str, layout: Layout) -> int:
    code = ecodes.ecodes["KEY_" + LETTERS[layout].get(sign, sign)]
    assert isinstance(code, int)
    return code


def typed(lines: TypedLines, text: str, layout: Layout, end: int = ecodes.KEY_ENTER) -> list[str]:
    """Return the lines that a scanner produces when it types `text`.

    It types capital letters, and French digits, with Shift.
    """
    heard = []
    for sign in text:
        code = key_of(sign, layout)
        events = [(code, DOWN), (code, UP)]
        if sign.isalpha() or layout == "fr":
            events = [(ecodes.KEY_LEFTSHIFT, DOWN), *events, (ecodes.KEY_LEFTSHIFT, UP)]
        heard += [line for each in events if (line := lines.key(*each)) is not None]
    line = lines.key(end, DOWN)
    return [*heard, *([line] if line is not None else [])]


@pytest.mark.parametrize("layout", ["us", "uk", "de", "fr", "es"])
@given(text=LABELS)
def test_every_label_is_read_as_typed(layout: Layout, text: str) -> None:
    assert typed(TypedLines(layout), text, layout) == [text]


def test_wrong_country_setting_swaps_letters() -> None:
    assert typed(TypedLines("us"), "YZ", "de") == ["ZY"]


def test_enter_tab_and_keypad_enter_end_a_line() -> None:
    lines = TypedLines()
    for end in (ecodes.KEY_ENTER, ecodes.KEY_TAB, ecodes.KEY_KPENTER):
        assert typed(lines, "1QSF", "us", end) == ["1QSF"]
    assert lines.key(ecodes.KEY_ENTER, DOWN) is None


def test_pause_ends_a_line_without_enter() -> None:
    lines = TypedLines()
    assert lines.key(ecodes.KEY_8, DOWN) is None
    assert lines.quiet() == "8"
    assert lines.quiet() is None


def test_keypad_digits_are_digits() -> None:
    lines = TypedLines("fr")
    for digit in "0123456789":
        code = ecodes.ecodes[f"KEY_KP{digit}"]
        assert isinstance(code, int)
        lines.key(code, DOWN)
    assert lines.key(ecodes.KEY_ENTER, DOWN) == "0123456789"


def test_caps_lock_shifts_letters() -> None:
    lines = TypedLines()
    for code in (
        ecodes.KEY_CAPSLOCK,
        ecodes.KEY_1,
        ecodes.KEY_Q,
        ecodes.KEY_CAPSLOCK,
        ecodes.KEY_Q,
    ):
        lines.key(code, DOWN)
    assert lines.key(ecodes.KEY_ENTER, DOWN) == "1Qq"


def test_repeats_releases_and_silent_keys_are_ignored() -> None:
    lines = TypedLines()
    lines.key(ecodes.KEY_8, DOWN)
    lines.key(ecodes.KEY_8, HELD)
    lines.key(ecodes.KEY_8, UP)
    lines.key(ecodes.KEY_F1, DOWN)
    assert lines.key(ecodes.KEY_ENTER, DOWN) == "8"


def test_endless_line_does_not_grow_the_buffer() -> None:
    lines = TypedLines()
    for _ in range(1000):
        lines.key(ecodes.KEY_8, DOWN)
    assert lines.key(ecodes.KEY_ENTER, DOWN) == "8" * MAX_LINE_LENGTH


def test_half_a_line_is_dropped_when_the_scanner_disappears() -> None:
    lines = TypedLines()
    lines.key(ecodes.KEY_LEFTSHIFT, DOWN)
    lines.key(ecodes.KEY_Q, DOWN)
    lines.drop()
    assert typed(lines, "8", "us") == ["8"]
