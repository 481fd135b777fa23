"""A trick game as somebody has written it down:
hands, a line a trick, and what happened at the table.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from companion.core.cards import SUIT_SIGNS

SPAGHETTI = Path(__file__).parent / "spaghetti.txt"

LETTERS = {sign: letter for letter, sign in SUIT_SIGNS.items()}
FACE = r"(?:10|[2-9JQKA])[♠♥♦♣]"
CARD = re.compile(rf"({FACE})([?!*]?)")
PLAYED = re.compile(rf"([A-Z][a-z]+)((?: {FACE}[?!*]?)+)")
NUMBER = re.compile(r"([A-Z][a-z]+) (\d+)")


class Dealt(NamedTuple):
    """A round begins with these hands; `dealer` has dealt them."""

    round: int
    dealer: str
    hands: dict[str, tuple[str, ...]]


class Laid(NamedTuple):
    """A card as it lies in the trick, and those that the same player took back before.

    `let_stand`: it was asked about. `breaks`: it broke the restricted suit.
    """

    player: str
    face: str
    taken_back: tuple[str, ...] = ()
    let_stand: bool = False
    breaks: bool = False

    @property
    def suit(self) -> str:
        return self.face[-1]


class Trick(NamedTuple):
    """The cards of a trick, or the rest of them after some were taken back,
    and who takes it for what.
    """

    number: int
    cards: tuple[Laid, ...]
    taker: str
    cost: int


class After(NamedTuple):
    """A round is over, and these are everybody's points."""

    round: int
    points: dict[str, int]


class Deals(NamedTuple):
    """The next round is dealt on the box, of which nothing is to be seen in the record."""

    player: str


class TakenBack(NamedTuple):
    """What was taken back with one OK, the last first."""

    what: tuple[str, ...]


class Called(NamedTuple):
    """A player calls points for the round."""

    player: str
    points: int
    right: bool


class Refused(NamedTuple):
    """A card was passed over the reader and refused with a sentence."""

    face: str
    sentence: str


class Won(NamedTuple):
    """The game is over."""

    player: str


Line = Dealt | Trick | After | Deals | TakenBack | Called | Refused | Won


def code(face: str) -> str:
    """A face as a sticker's card is named: ``10♥`` is ``10H``."""
    return face[:-1] + LETTERS[face[-1]]


def read_record(path: Path = SPAGHETTI) -> tuple[Line, ...]:
    """The lines of a record; what stands before the first round tells people how to read it.

    Raises:
        ValueError: a line that says nothing of the kind.
    """
    text = path.read_text("utf-8")
    lines = iter(line.strip() for line in text[text.index("Round 1:") :].splitlines())
    return tuple(_read(line, lines) for line in lines if line)


def _read(text: str, more: Iterator[str]) -> Line:
    if begins := re.fullmatch(r"Round (\d): .*\. (\w+) deals", text):
        next(more)
        return Dealt(int(begins[1]), begins[2], dict(map(_hand, takewhile(bool, more))))
    if trick := re.fullmatch(r"(\d+)  (.*) (\w+) takes (it|\d+)", text):
        cards = tuple(_laid(*each) for each in PLAYED.findall(trick[2]))
        return Trick(int(trick[1]), cards, trick[3], 0 if trick[4] == "it" else int(trick[4]))
    if after := re.fullmatch(r"After round (\d): (.*)", text):
        return After(
            int(after[1]), {name: int(points) for name, points in NUMBER.findall(after[2])}
        )
    if deals := re.fullmatch(r"(\w+) deals", text):
        return Deals(deals[1])
    if back := re.fullmatch(r"Undone: (.*)", text):
        return TakenBack(tuple(back[1].split(", ")))
    if called := re.fullmatch(r"(\w+) calls (\d+): (right|wrong)", text):
        return Called(called[1], int(called[2]), called[3] == "right")
    if refused := re.fullmatch(rf"({FACE}) is refused: (.*)", text):
        return Refused(refused[1], refused[2])
    if won := re.fullmatch(r"(\w+) wins", text):
        return Won(won[1])
    raise ValueError(f"nobody writes {text!r} of a game")


def _hand(text: str) -> tuple[str, tuple[str, ...]]:
    name, *faces = text.split()
    return name, tuple(faces)


def _laid(player: str, cards: str) -> Laid:
    *before, (face, mark) = CARD.findall(cards)
    assert all(mark == "?" for _, mark in before)
    return Laid(player, face, tuple(face for face, _ in before), mark == "!", mark == "*")


class Round:
    """The cards of a round as they lie, in order."""

    def __init__(self, dealt: Dealt) -> None:
        self.dealt = dealt
        self.laid: list[Laid] = []

    @property
    def led(self) -> str | None:
        """The suit of the trick under way; None before its lead."""
        begun = len(self.laid) % len(self.dealt.hands)
        return self.laid[-begun].suit if begun else None

    def voids(self) -> dict[tuple[str, str], int]:
        """In which trick each player first did not follow a suit."""
        found: dict[tuple[str, str], int] = {}
        size = len(self.dealt.hands)
        for place, laid in enumerate(self.laid):
            led = self.laid[place - place % size].suit
            if laid.suit != led:
                found.setdefault((laid.player, led), place // size + 1)
        return found

    def held(self, player: str) -> tuple[str, ...]:
        """What the player still holds."""
        played = {laid.face for laid in self.laid if laid.player == player}
        return tuple(face for face in self.dealt.hands[player] if face not in played)
