"""The questions that the rules still ask about a command, with their answers and previews.

Each family decides its own questions (`question` of a `Family`); the display and the phone draw
them.
"""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from companion.core.cards import SUIT_ORDER, Card, Pack, bare_card
from companion.core.commands import (
    Accept,
    Bust,
    ChangeSeat,
    Deal,
    End,
    Forget,
    Join,
    Leave,
    NamedTrump,
    New,
    Play,
    Score,
    Set,
    Shield,
    Show,
    Step,
)
from companion.core.refusals import (
    ChoiceNeeded,
    ContractNeeded,
    FirstTrick,
    LeaderNeeded,
    OverTarget,
    Refusal,
    RestrictedLead,
    Revoke,
    SuitNeeded,
    TargetNeeded,
    TrumpNeeded,
    WayNeeded,
)
from companion.core.seats import State
from companion.message import Words

FEW: Final = 4
"""The maximum number of values offered as a choice.
More values are dialed, or listed if they have gaps.
"""


class WhichSuit(msgspec.Struct, frozen=True):
    """The question for a suit: that of the first card of the `command` named only by its `rank`.

    `player` answers; `answers` are the suits of that rank in the pack, and the choice opens at
    `start`.
    """

    command: New | Step
    player: str
    rank: str
    answers: tuple[str, ...]
    start: str

    @classmethod
    def of(
        cls, command: New | Step, player: str, rank: str, pack: Pack, led: str | None = None
    ) -> "WhichSuit":
        """Return the question about a card of `pack`.
        It starts at the suit `led` if that is an answer.
        """
        suits = tuple(suit for suit in SUIT_ORDER if Card(rank, suit) in pack)
        return cls(
            command, player, rank, suits, led if led is not None and led in suits else suits[0]
        )

    @property
    def is_another(self) -> bool:
        """Whether the suit of another card of that rank has already been given."""
        cards = map(bare_card, named_cards(self.command))
        return any(card.rank == self.rank and card.suit is not None for card in cards)

    def answered(self, suit: str | int) -> New | Step:
        """Return the command with that suit for the card.

        >>> WhichSuit.of(Play(card="8"), "Ann", "8", Pack()).answered("H")
        Play(card='8H')
        """
        cards = tuple(_suited(named_cards(self.command), self.rank, str(suit)))
        match self.command:
            case Play(card=str()):
                return replace(self.command, card=cards[0])
            case Play() | Show():
                return replace(self.command, cards=cards)
            case Bust():
                return replace(self.command, hand=cards)
            case Shield():
                return replace(self.command, card=cards[0])
            case New() | Deal():
                return replace(self.command, up_card=cards[0])
            case Accept() | Forget() | Score() | Join() | Leave() | ChangeSeat() | Set() | End():
                return self.command


class WhichValue(msgspec.Struct, frozen=True):
    """The question for the value of the `command`, one of `answers`, lowest first.

    `player` answers; the choice or the dial opens at `start`. `counts` is what happens with the
    value.
    """

    command: Play | New | Deal
    player: str
    answers: tuple[int, ...]
    start: int
    counts: Literal["add", "set", "multiply", "divide"] = "add"

    @property
    def low(self) -> int:
        return self.answers[0]

    @property
    def high(self) -> int:
        return self.answers[-1]

    @property
    def is_dial(self) -> bool:
        """Whether the value is dialed; otherwise it is chosen from a list."""
        return is_dialled(self.answers)

    def answered(self, value: int | str) -> New | Step:
        """Return the command with its value.

        >>> WhichValue(Play(card="10H"), "Ann", (-10, 10), -10).answered(10)
        Play(card='10H', value=10)
        """
        if isinstance(self.command, Play):
            return replace(self.command, value=int(value))
        return replace(self.command, up_value=int(value))


class WhichWay(msgspec.Struct, frozen=True):
    """The question for the alternative that the cards of the `command` take, one of `answers`.

    `player` answers; the choice starts at the first one. `labels` and `ways` say what each does.
    """

    command: Play | New | Deal
    player: str
    answers: tuple[int, ...]
    labels: tuple[Words, ...]
    ways: tuple[Words, ...]

    @property
    def start(self) -> int:
        return self.answers[0]

    def answered(self, way: int | str) -> New | Step:
        """Return the command with its alternative.

        >>> WhichWay(Play(card="4H"), "Ann", (1, 2), ("0", "4"), ("adds 0", "adds 4")).answered(2)
        Play(card='4H', way=2)
        """
        if isinstance(self.command, Play):
            return replace(self.command, way=int(way))
        return replace(self.command, up_way=int(way))


class WhichPlayer(msgspec.Struct, frozen=True):
    """The question for the player named by the card of the `command`, one of `answers`.

    `player` answers; the choice starts at the first one. `role` is what happens
    to the named player; with `leads` the player is the one who played the card.
    """

    command: Play | New | Deal
    player: str
    answers: tuple[str, ...]
    role: Literal["plays next", "is knocked out", "is meant"] = "plays next"
    leads: bool = False

    @property
    def start(self) -> str:
        return self.answers[0]

    def answered(self, name: str | int) -> New | Step:
        """Return the command with its named player.

        >>> WhichPlayer(Play(card="QS"), "Ann", ("Bo", "Cy")).answered("Bo")
        Play(card='QS', target='Bo')
        """
        if isinstance(self.command, Play):
            field = "player" if self.leads else "target"
            return replace(self.command, **{field: str(name)})
        return replace(self.command, up_target=str(name))


class WhichContract(msgspec.Struct, frozen=True):
    """The question for the round that the `player` who deals chooses: the numbers in `answers`, and
    what costs in them.
    """

    command: New | Deal
    player: str
    answers: tuple[int, ...]
    labels: tuple[Words, ...]

    @property
    def start(self) -> int:
        return self.answers[0]

    def answered(self, contract: int | str) -> New | Step:
        """Return the command with its round."""
        return replace(self.command, contract=int(contract))


class WhichTrump(msgspec.Struct, frozen=True):
    """The question for the trump of the round that `player` deals."""

    command: New | Deal
    player: str
    answers: ClassVar[tuple[NamedTrump, ...]] = (*SUIT_ORDER, "none")
    start: ClassVar[NamedTrump] = SUIT_ORDER[0]

    def answered(self, trump: str | int) -> New | Step:
        """Return the command with its trump.

        >>> WhichTrump(Deal(), "Ann").answered("H")
        Deal(trump='H')
        """
        return replace(self.command, trump=trump)


class Disputed(msgspec.Struct, frozen=True):
    """The question whether the refused card of the `command` is withdrawn or accepted. An accepted
    revoke costs `penalty` points.
    """

    command: Play
    player: str
    refusal: Revoke | RestrictedLead | FirstTrick
    penalty: int = 0

    @property
    def standing(self) -> Play:
        """The command that makes the card count."""
        match self.refusal:
            case Revoke():
                return replace(self.command, accept_revoke=True)
            case RestrictedLead() | FirstTrick():
                return replace(self.command, only_suit=True)


Missing = WhichSuit | WhichWay | WhichValue | WhichPlayer | WhichContract | WhichTrump
"""The questions that must be answered before the rules can judge a command."""

Question = Missing | Disputed


class CommandPreview(msgspec.Struct, frozen=True):
    """The result of a command before it is given: the `total`, or None if there is none or it is
    not yet known.

    `refusal` is the reason why the rules would refuse it, or with `is_bust`, by how much it would
    go over.
    """

    total: int | None = None
    refusal: Refusal | None = None
    is_bust: bool = False

    @classmethod
    def refused(cls, refusal: Refusal) -> "CommandPreview":
        """Return the preview of a refused command.

        >>> CommandPreview.refused(OverTarget(total=103, target=98, was=95)).total
        103
        """
        return cls(refusal.total if isinstance(refusal, OverTarget) else None, refusal)


def asks_for_more(refusal: object) -> bool:
    """Return whether a refusal only asks for missing information.

    >>> asks_for_more(ChoiceNeeded((1, 11))), asks_for_more(Revoke(1, "C", "Bo"))
    (True, False)
    """
    return isinstance(
        refusal,
        SuitNeeded
        | WayNeeded
        | ChoiceNeeded
        | TargetNeeded
        | LeaderNeeded
        | ContractNeeded
        | TrumpNeeded,
    )


def asks(refusal: object) -> bool:
    """Return whether a refusal asks a question. Every other refusal is final.

    >>> asks(Revoke(1, "C", "Bo")), asks(OverTarget(total=103, target=98, was=95))
    (True, False)
    """
    return asks_for_more(refusal) or isinstance(refusal, Revoke | RestrictedLead | FirstTrick)


def is_dialled(values: tuple[int, ...]) -> bool:
    """Return whether a choice of these `values` is dialed: more than a few, without gaps.

    >>> is_dialled((1, 11)), is_dialled((0, 1, 2, 3, 4)), is_dialled((0, 1, 2, 3, 40))
    (False, True, False)
    """
    return len(values) > FEW and max(values) - min(values) == len(values) - 1


def named_cards(command: New | Step) -> tuple[str, ...]:
    """Return all cards named by a command: played, turned up, or shown."""
    match command:
        case Play():
            return command.all_cards
        case Bust(hand=tuple() as cards) | Show(cards=cards):
            return cards
        case Shield(card):
            return (card,)
        case New(up_card=str() as card) | Deal(up_card=str() as card):
            return (card,)
        case (
            New()
            | Deal()
            | Bust()
            | Accept()
            | Forget()
            | Score()
            | Join()
            | Leave()
            | ChangeSeat()
            | Set()
            | End()
        ):
            return ()


def _suited(cards: tuple[str, ...], rank: str, suit: str) -> Iterator[str]:
    found = False
    for card in cards:
        if not found and bare_card(card) == Card(rank):
            found = True
            yield rank + suit
        else:
            yield card


def asked_of(state: State | None, command: New | Step) -> str:
    """Return the name of the player who is asked about `command`:
    the dealer, or the player to act.
    """
    if isinstance(command, New):
        return command.dealer if isinstance(command.dealer, str) else command.players[-1]
    if state is None:
        return ""
    return state.deals_next if isinstance(command, Deal) else state.name_of(state.turn) or ""
