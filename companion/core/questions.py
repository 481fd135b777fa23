"""The questions that the rules still ask about a command, with their answers and previews.

Each family decides its own questions (`question` of a `Family`); the display and the phone draw
them.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from companion.core import refusals
from companion.core.cards import SUIT_ORDER, Card, Pack, bare_card
from companion.core.commands import Deal, NamedTrump, New, Play, Step
from companion.core.frozen import Frozen
from companion.core.options import Operation
from companion.core.seats import State
from companion.message import Words

_Command = TypeVar("_Command", bound=New | Step)


class _Which(Frozen):
    """A question about the `command`, which `player` answers."""

    command: New | Step
    player: str


class WhichSuit(_Which):
    """The question for a suit: that of the first card of the command named only by its `rank`.

    `answers` are the suits of that rank in the pack, and the choice opens at `start`.
    """

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
        return cls(command, player, rank, suits, led if led in suits else suits[0])

    def answered(self, suit: str | int) -> New | Step:
        """Return the command with that suit for the card.

        >>> WhichSuit.of(Play(card="8"), "Ann", "8", Pack()).answered("H")
        Play(card='8H')
        """
        cards = [*named_cards(self.command)]
        place = [bare_card(card) for card in cards].index(Card(self.rank))
        cards[place] = f"{self.rank}{suit}"
        return with_cards(self.command, cards)


class _WhichField(_Which):
    """A question whose answer is one field of the command: the `field` of a play, which a deal has
    for the card turned up.
    """

    if TYPE_CHECKING:

        @property
        def field(self) -> str: ...

        @property
        def answers(self) -> tuple[Any, ...]: ...

    @property
    def start(self) -> Any:
        """The answer at which the choice opens."""
        return self.answers[0]

    def answered(self, answer: str | int) -> New | Step:
        """Return the command with its answer."""
        return replace(self.command, **{field_of(self.command, self.field): answer})


class WhichValue(_WhichField):
    """The question for the value of the command, one of `answers`, lowest first.

    The choice or the dial opens at `start`. `counts` is what happens with the value.

    >>> WhichValue(Play(card="10H"), "Ann", (-10, 10), -10).answered(10)
    Play(card='10H', value=10)
    """

    field = refusals.ChoiceNeeded.asks
    answers: tuple[int, ...]
    start: int
    counts: Operation = "add"

    @property
    def low(self) -> int:
        return self.answers[0]

    @property
    def high(self) -> int:
        return self.answers[-1]

    @property
    def is_dial(self) -> bool:
        """Whether the value is dialed; otherwise it is chosen from a list."""
        return refusals.is_span(self.answers)


class WhichWay(_WhichField):
    """The question for the alternative that the cards of the command take, one of `answers`.

    `labels` and `ways` say what each does.

    >>> WhichWay(Play(card="4H"), "Ann", (1, 2), ("0", "4"), ("adds 0", "adds 4")).answered(2)
    Play(card='4H', way=2)
    """

    field = refusals.WayNeeded.asks
    answers: tuple[int, ...]
    labels: tuple[Words, ...]
    ways: tuple[Words, ...]


class WhichPlayer(_WhichField):
    """The question for the player named by the card of the command, one of `answers`.

    `role` is what happens to the named player; with `leads` the player is the one who played the
    card.

    >>> WhichPlayer(Play(card="QS"), "Ann", ("Bo", "Cy")).answered("Bo")
    Play(card='QS', target='Bo')
    """

    answers: tuple[str, ...]
    role: refusals.Role = "plays next"
    leads: bool = False

    @property
    def field(self) -> str:
        return refusals.LeaderNeeded.asks if self.leads else refusals.TargetNeeded.asks


class WhichContract(_WhichField):
    """The question for the round that the player who deals chooses: the numbers in `answers`, and
    what costs in them.
    """

    field = refusals.ContractNeeded.asks
    answers: tuple[int, ...]
    labels: tuple[Words, ...]


class WhichTrump(_WhichField):
    """The question for the trump of the round that the player deals.

    >>> WhichTrump(Deal(), "Ann").answered("H")
    Deal(trump='H')
    """

    field = refusals.TrumpNeeded.asks
    answers: ClassVar[tuple[NamedTrump, ...]] = (*SUIT_ORDER, "none")


class Disputed(Frozen):
    """The question whether the refused card of the `command` is withdrawn or accepted. An accepted
    revoke costs `penalty` points.
    """

    command: Play
    player: str
    refusal: refusals.Revoke | refusals.RestrictedLead | refusals.FirstTrick
    penalty: int = 0

    @property
    def standing(self) -> Play:
        """The command that makes the card count."""
        return replace(self.command, **{self.refusal.asks: True})


Missing = WhichSuit | WhichWay | WhichValue | WhichPlayer | WhichContract | WhichTrump
"""The questions that must be answered before the rules can judge a command."""

Question = Missing | Disputed


class CommandPreview(Frozen):
    """The result of a command before it is given: the `total`, or None if there is none or it is
    not yet known.

    `refusal` is the reason why the rules would refuse it, or with `is_bust`, by how much it would
    go over.
    """

    total: int | None = None
    refusal: refusals.Refusal | None = None
    is_bust: bool = False

    @classmethod
    def refused(cls, refusal: refusals.Refusal) -> "CommandPreview":
        """Return the preview of a refused command.

        >>> CommandPreview.refused(refusals.OverTarget(total=103, target=98, was=95)).total
        103
        """
        return cls(refusal.total if isinstance(refusal, refusals.OverTarget) else None, refusal)


def asks_for_more(refusal: refusals.Refusal | None) -> bool:
    """Return whether a refusal only asks for missing information.

    >>> asks_for_more(refusals.ChoiceNeeded((1, 11))), asks_for_more(refusals.Revoke(1, "C", "Bo"))
    (True, False)
    """
    return isinstance(refusal, refusals.SuitNeeded | refusals.WithOptions)


def field_of(command: New | Step, asked: str) -> str:
    """Return the field of a command that answers what is `asked` about a play.

    >>> field_of(Play(card="10H"), "value"), field_of(Deal(), "value")
    ('value', 'up_value')
    """
    of_deal = f"up_{asked}"
    return of_deal if of_deal in command.__struct_fields__ else asked


def answers(command: _Command, refusal: refusals.Refusal) -> Iterator[_Command]:
    """Yield the refused command with each answer that the refusal offers, if it offers any."""
    if isinstance(refusal, refusals.WithOptions):
        field = field_of(command, refusal.asks)
        for option in refusal.options:
            yield replace(command, **{field: option})


def named_cards(command: New | Step) -> tuple[str, ...]:
    """Return all cards named by a command: played, turned up, or shown."""
    _field, cards = _naming(command)
    return (cards,) if isinstance(cards, str) else cards


def with_cards(command: _Command, cards: Sequence[str]) -> _Command:
    """Return a command with `cards` in place of those that it names."""
    field, named = _naming(command)
    value = cards[0] if isinstance(named, str) else tuple(cards)
    return replace(command, **{field: value}) if field else command


def _naming(command: New | Step) -> tuple[str, Any]:
    """Return the field of a command that names a card or cards, and its value; () for no card."""
    for field in ("card", "cards", "hand", "up_card"):
        if (named := getattr(command, field, UNSET)) is not UNSET:
            return field, named
    return "", ()


def asked_of(state: State | None, command: New | Step) -> str:
    """Return the name of the player who is asked about `command`:
    the dealer, or the player to act.
    """
    if isinstance(command, New):
        return command.dealer if isinstance(command.dealer, str) else command.players[-1]
    if state is None:
        return ""
    return state.deals_next if isinstance(command, Deal) else state.name_of(state.turn) or ""
