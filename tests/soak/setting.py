"""What a simulated box is made of and which time it has, before anything is built."""

from pathlib import Path
from typing import Final

import msgspec

from companion.config import Config
from companion.config.sections import (
    CopySettings,
    PhoneSettings,
    ReaderSettings,
    TextSettings,
)
from tests.soak.lines import PORT
from tests.soak.phones import HOST


class Setting(msgspec.Struct, frozen=True):
    """How one box is built: its language, its reader, and the languages of the phones.

    The backup goes to a `stick`, or beside the journal. An `offline` box knows no date.
    """

    language: str = "en"
    reader: str = "module"
    phones: tuple[str, ...] = ("en", "de")
    stick: bool = False
    offline: bool = False

    def words(self) -> str:
        return (
            f"a box in {self.language} with a reader {self.reader}, "
            f"phones in {' and '.join(self.phones)}, {'no network, ' if self.offline else ''}and the backup "
            f"{'on a stick' if self.stick else 'beside the journal'}"
        )

    def config(self, stick: Path) -> Config:
        """The configuration of such a box; `stick` is where a stick is mounted."""
        return Config(
            text=TextSettings(self.language),
            reader=ReaderSettings(port=PORT),
            copies=CopySettings(folder=str(stick) if self.stick else ""),
            phone=PhoneSettings(names=(HOST,)),
        )


class Clock:
    """The time of the world: every look at it costs a little, so that a search with a limit ends."""

    LOOK: Final = 0.0001

    def __init__(self) -> None:
        self.now = 1000.0
        self.wall = 1_700_000_000.0

    def monotonic(self) -> float:
        self.now += self.LOOK
        return self.now

    def time(self) -> float:
        return self.wall + self.now

    def passed(self, seconds: float) -> None:
        self.now += seconds
