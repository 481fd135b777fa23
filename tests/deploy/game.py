"""A game played on a box in another system: scanned codes, and the journal expected from them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.core.cards import SUITS
from companion.core.commands import Bust, Deal, New
from companion.labels.codec import CommandLabel, CommandName, write_label
from tests.deploy.waiting import until
from tests.drivers.expected import Expected, Follower, label, played

SMALLEST_FIRST = ("4", "9", "2", "3", "5", "6", "7", "8", "10", "J", "Q", "A", "K")
"""Ranks, those that raise the total of ninety-nine least first, so that no player has to give up.
"""

CARDS = [rank + suit for rank in SMALLEST_FIRST for suit in SUITS]

READER = "/var/lib/reader"

READER_UNIT = f"""
[Unit]
Before=companion.service
[Service]
Type=exec
RuntimeDirectory=reader
RuntimeDirectoryMode=0755
ExecStart=/usr/bin/python3 /root/reader.py {READER}
[Install]
WantedBy=multi-user.target
"""
"""The far end of the scanner's line, as a service of the tested system."""

CONFIG = f"""
[reader]
port = "{READER}/port"
read_once = 0
[game]
seats = ["Ann", "Bo", "Cy"]
[text]
language = "en"
"""


class _Line(msgspec.Struct, frozen=True):
    """The fields read from a journal line, which is an entry or the first line of a game."""

    n: int = 0
    command: msgspec.Raw = msgspec.Raw(b"null")
    digest: str = ""
    variant: msgspec.Raw = msgspec.Raw(b"")


class Away(Follower):
    """Scanned cards and command cards for the box in the system at `root`.

    Attributes:
        journal: the box's journal, seen from outside.
    """

    def __init__(self, root: Path) -> None:
        self.journal = root / "var/lib/companion/journal"
        self._reader = root / READER.lstrip("/")
        self._opened = 0

    def until_read(self) -> None:
        """Return when the box has opened its scanner since the last call."""
        opened = self._reader / "opened"
        until(
            "the box opens its reader",
            lambda: opened.exists() and opened.stat().st_size > self._opened,
        )
        self._opened = opened.stat().st_size

    def begin(self) -> None:
        """Start the game and the number of players that are offered first: three times OK.

        The card scanned before is refused and clears whatever a new box shows. UNDO then clears the
        refusal, which would otherwise take the first OK.
        """
        self._send(label(CARDS[0]))
        self._send(write_label(CommandLabel("UNDO")))
        for _ in range(3):
            self._send(write_label(CommandLabel("OK")))
        until("a game begins", lambda: len(self.kept()) == 1)
        ((new, _digest),) = self.kept()
        (variant,) = filter(None, (bytes(line.variant).decode() for line in self._decoded()))
        self._expected = Expected(msgspec.json.decode(new, type=New), variant)
        self.stands()

    def play(self, cards: int) -> None:
        """Play `cards` cards that the rules accept, each on disk before the next."""
        expected = self.expected
        for _ in range(cards):
            card = next(card for card in CARDS if expected.refusal(played(card)) is None)
            expected.obey(played(card))
            self._send(label(card))
            until(f"{card} is on disk", lambda: len(self.kept()) == len(expected.kept))
        self.stands()

    def next_hand(self) -> None:
        """End the hand, so that the next one is dealt: the player to act goes bust."""
        bust: tuple[CommandName, ...] = ("BUST", "OK")
        for command, keys in ((Bust(), bust), (Deal(), bust[1:])):
            self.expected.obey(command)
            for key in keys:
                self._send(write_label(CommandLabel(key)))
            until(f"{command} is on disk", lambda: len(self.kept()) == len(self.expected.kept))
        self.stands()

    def stands(self) -> None:
        """Assert that the journal holds exactly the expected commands and digests."""
        assert self.kept() == self.expected.kept

    def kept(self) -> list[tuple[str, bytes]]:
        """Return the commands on disk, each with the digest of the state after it.

        Players are identified by their ids.
        """
        entries = sorted((line for line in self._decoded() if line.n), key=lambda line: line.n)
        return [(bytes(line.command).decode(), bytes.fromhex(line.digest)) for line in entries]

    def _decoded(self) -> Iterator[_Line]:
        for line in self._lines():
            try:
                yield msgspec.json.decode(line, type=_Line)
            except msgspec.DecodeError:  # the box is just writing this line
                continue

    def _lines(self) -> list[str]:
        """Return every line of the journal, without the space reserved behind them."""
        texts = (file.read_text("ascii") for file in self.journal.glob("*/*/*.jsonl"))
        return [line for text in texts for line in text.splitlines() if line]

    def _send(self, code: str) -> None:
        with (self._reader / "codes").open("w", encoding="ascii") as codes:
            codes.write(f"{code}\n")
