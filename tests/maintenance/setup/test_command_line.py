"""cmdline.txt loses the reader's console and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.maintenance.setup.command_line import Quietened, quietened

PORTS = {"serial0", "ttyAMA0", "ttyS0"}
WORDS = [
    "console=serial0,115200",
    "console=ttyS0",
    "console=tty1",
    "kgdboc=ttyAMA0,115200",
    "quiet",
    "root=a",
]

words = st.lists(st.sampled_from(WORDS))
ends = st.sampled_from(["", "\n", "\r\n", "\nsecond console=serial0\n"])


@pytest.mark.parametrize(
    ("text", "left", "gone"),
    [
        ("console=serial0,115200 console=tty1 quiet\n", "console=tty1 quiet\n", ["console=serial0,115200"]),
        ("console=tty1 console=ttyAMA0,9600n8\n", "console=tty1\n", ["console=ttyAMA0,9600n8"]),
        ("a  console=ttyS0  b", "a  b", ["console=ttyS0"]),
        ("a kgdboc=serial0,115200 b", "a b", ["kgdboc=serial0,115200"]),
        ("console=ttyS0 console=ttyS0", "", ["console=ttyS0"] * 2),
        (" a  b console=ttyAMA10 console=ttyS00 xconsole=ttyS0\n", None, []),
        ("a\nconsole=serial0\n", None, []),
        ("", None, []),
    ],
)
def test_consoles_on_the_readers_port_are_removed(text: str, left: str | None, gone: list[str]) -> None:
    assert quietened(text, PORTS) == Quietened(text if left is None else left, tuple(gone))


@given(words, ends)
def test_other_options_keep_their_order_and_second_run_changes_nothing(said: list[str], end: str) -> None:
    once = quietened(" ".join(said) + end, PORTS)
    assert once.text.endswith(end)
    kept = [word for word in said if word in {"console=tty1", "quiet", "root=a"}]
    assert once.text.removesuffix(end).split() == kept
    assert len(once.gone) == len(said) - len(kept)
    assert quietened(once.text, PORTS) == Quietened(once.text, ())
