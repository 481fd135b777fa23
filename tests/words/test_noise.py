"""Messages for bytes from a scanner that are not a card."""

import pytest

from companion.box.scans import noise_sentence
from companion.inputs import Noise
from tests.worded import worded


@pytest.mark.parametrize(
    ("noise", "said"),
    [
        (Noise("odd bytes", 1), "1 odd byte"),
        (Noise("odd bytes", 5), "5 odd bytes"),
        (Noise("long line", 64), "a line of over 64 bytes"),
        (Noise("too much", 4096), "too much at once"),
        (Noise("half a line", text="2K"), 'half a line, "2K"'),
        (Noise("no line end", text="1QSF18H0"), "no line end. Set it to CR"),
        (Noise("restarted"), "restarted: scan the last card again if it is not shown"),
        (
            Noise("restarted", 2),
            "restarted, 2 cards lost: scan the last card again if it is not shown",
        ),
        (Noise("not kept", 1), "1 card not stored: scan it again"),
        (Noise("not kept", 2), "2 cards not stored: scan them again"),
        (Noise("lost", 1), "1 card lost"),
        (Noise("lost", 2), "2 cards lost"),
    ],
)
def test_noise_is_described(noise: Noise, said: str) -> None:
    assert worded(noise_sentence(noise)) == worded(said)
