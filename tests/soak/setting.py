"""The setting of a simulated box, and its time, before anything is built."""

import msgspec

from companion.config import Config
from companion.config.sections import PhoneSettings, ReaderSettings, TextSettings
from tests.soak.lines import PORT
from tests.soak.phones import HOST


class Setting(msgspec.Struct, frozen=True):
    """How one box is built: its language, and the languages of the phones."""

    language: str = "en"
    phones: tuple[str, ...] = ("en", "de")

    def words(self) -> str:
        return f"a box in {self.language}, and phones in {' and '.join(self.phones)}"

    def config(self) -> Config:
        """Return the configuration of such a box."""
        return Config(
            text=TextSettings(self.language),
            reader=ReaderSettings(port=PORT),
            phone=PhoneSettings(names=(HOST,)),
        )


class Clock:
    """The world's time. Each reading of it advances it a little, so that a search with a time limit
    ends.
    """

    LOOK = 0.0001

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        self.now += self.LOOK
        return self.now

    def time(self) -> float:
        return 1_700_000_000.0 + self.now

    def passed(self, seconds: float) -> None:
        self.now += seconds
