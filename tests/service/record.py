"""A trick game as recorded by hand: hands, one line for each trick, and events at the table."""

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
    """The start of a round with these hands, dealt by `dealer`."""

    round: int
    dealer: str
    hands: dict[str, tuple[str, ...]]


class Laid(NamedTuple):
    """A card in the trick, with the cards that the same player undid before it.

    `let_stand`: the box asked about it. `breaks`: it broke the restricted suit.
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
    """The cards of a trick, or the remaining ones after an undo, with the player who takes it and
    its cost.
    """

    number: int
    cards: tuple[Laid, ...]
    taker: str
    cost: int


class After(NamedTuple):
    """The end of a round, with each player's points."""

    round: int
    points: dict[str, int]


class Deals(NamedTuple):
    """The deal of the next round at the box, which the record does not contain."""

    player: str


class TakenBack(NamedTuple):
    """Everything that was undone with one OK, the last first."""

    what: tuple[str, ...]


class Called(NamedTuple):
    """A player's call of the points of the round."""

    player: str
    points: int
    right: bool


class Refused(NamedTuple):
    """A scanned card that was refused with a sentence."""

    face: str
    sentence: str


class Won(NamedTuple):
    """The end of the game."""

    player: str


Line = Dealt | Trick | After | Deals | TakenBack | Called | Refused | Won


def code(face: str) -> str:
    """Return a face as a sticker names its card: ``10♥`` becomes ``10H``."""
    return face[:-1] + LETTERS[face[-1]]


def read_record(path: Path = SPAGHETTI) -> tuple[Line, ...]:
    """Return the lines of a record. The text before the first round explains the format to people.

    Raises:
        ValueError: a line has none of the known forms.
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
    """The cards of a round in the order of play."""

    def __init__(self, dealt: Dealt) -> None:
        self.dealt = dealt
        self.laid: list[Laid] = []

    @property
    def led(self) -> str | None:
        """Return the suit of the current trick, or None before its lead."""
        begun = len(self.laid) % len(self.dealt.hands)
        return self.laid[-begun].suit if begun else None

    def voids(self) -> dict[tuple[str, str], int]:
        """Return the trick in which each player first did not follow a suit."""
        found: dict[tuple[str, str], int] = {}
        size = len(self.dealt.hands)
        for place, laid in enumerate(self.laid):
            led = self.laid[place - place % size].suit
            if laid.suit != led:
                found.setdefault((laid.player, led), place // size + 1)
        return found

    def held(self, player: str) -> tuple[str, ...]:
        """Return the cards that the player still holds."""
        played = {laid.face for laid in self.laid if laid.player == player}
        return tuple(face for face in self.dealt.hands[player] if face not in played)
