"""The commands of docs/reference/referee-protocol.md as values. Only their form is checked here."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, MsgspecError, Struct, UnsetType, ValidationError
from msgspec.structs import astuple

from companion.core.events import Cause
from companion.core.frozen import Frozen
from companion.core.options import convert
from companion.core.refusals import BadField, UnknownCommand
from companion.errors import FieldError, Illegal
from companion.foreign.schema_errors import wrong_fields
from companion.message import at_location, phrase

_Kind = TypeVar("_Kind", bound=Struct)
_Given = TypeVar("_Given")
Cards = Annotated[tuple[str, ...], Meta(min_length=1)]
Numbers = dict[str, Annotated[int, Meta(ge=0)]]
NamedTrump = Literal["C", "D", "H", "S", "none"]
LeftChips = Literal["pot", "taken", "shared"]
"""The possible destinations of the chips of a player who leaves."""
POT: Final = "pot"
"""The counter-account of chips that is not a player's."""


class BaseCommand(
    Frozen,
    forbid_unknown_fields=True,
    tag_field="cmd",
    omit_defaults=True,
    repr_omit_defaults=True,
):
    """A command in its JSON form, named by ``cmd``."""


class _WithDeal(BaseCommand):
    """The words at a deal: the card turned up, or the round and the trump of a trick game."""

    up_card: str | UnsetType = UNSET
    up_value: int | UnsetType = UNSET
    up_target: str | UnsetType = UNSET
    up_way: int | UnsetType = UNSET
    contract: int | UnsetType = UNSET
    trump: NamedTrump | UnsetType = UNSET

    def __post_init__(self) -> None:
        about_it = (self.up_value, self.up_target, self.up_way)
        if self.up_card is UNSET and about_it != (UNSET, UNSET, UNSET):
            why = phrase("it is missing, and up_value, up_target and up_way are about it")
            raise FieldError("up_card", why)


class New(_WithDeal, tag="new", kw_only=True):
    """Starts a new game: `players` clockwise; `house` are house rules that override the variant."""

    variant: str
    players: tuple[str, ...]
    dealer: str | UnsetType = UNSET
    house: dict[str, Any] = {}


class Play(BaseCommand, tag="play"):
    """Plays one card, or several as a set.

    >>> Play(card="AS", value=11)
    Play(card='AS', value=11)
    """

    card: str | UnsetType = UNSET
    cards: Cards | UnsetType = UNSET
    value: int | UnsetType = UNSET
    target: str | UnsetType = UNSET
    way: int | UnsetType = UNSET
    player: str | UnsetType = UNSET
    only_suit: bool = False
    accept_revoke: bool = False

    def __post_init__(self) -> None:
        if (self.card is UNSET) == (self.cards is UNSET):
            raise FieldError("card", phrase("write a card, or else cards for a set"))

    def __str__(self) -> str:
        """The play as a person types it: the cards, then what is chosen for them.

        >>> print(Play(card="AS", value=11), Play(card="QS", target="Ann"), sep=", ")
        AS 11, QS Ann
        """
        parts: list[object] = [*self.all_cards]
        parts += [answer for answer in (self.value, self.target) if answer is not UNSET]
        parts += [f"way {self.way}"] if self.way is not UNSET else []
        parts += ["only suit"] if self.only_suit else []
        parts += ["accept revoke"] if self.accept_revoke else []
        return " ".join(map(str, parts))

    @property
    def all_cards(self) -> tuple[str, ...]:
        return (self.card,) if isinstance(self.card, str) else self.cards or ()


class Bust(BaseCommand, tag="bust"):
    """Gives up the turn, optionally showing the `hand`."""

    player: str | UnsetType = UNSET
    hand: tuple[str, ...] | UnsetType = UNSET


class Claim(BaseCommand, tag="claim"):
    """Checks what a player called: the `total`, or the `points` of a `player`."""

    total: int | UnsetType = UNSET
    player: str | UnsetType = UNSET
    points: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        given = tuple(name is not UNSET for name in (self.total, self.player, self.points))
        if given not in {(True, False, False), (False, True, True)}:
            raise FieldError("total", phrase("write a total, or else player and points"))


class Judged(Frozen):
    """The answer to a claim: whether the total, or the points, that a player called were right."""

    player: str
    called: int
    actual: int
    correct: bool


class Shield(BaseCommand, tag="shield"):
    """The named player shows the shield."""

    card: str


class Accept(BaseCommand, tag="accept"):
    """The named player has no shield."""


class Forget(BaseCommand, tag="forgot"):
    """A player forgot to draw after a play."""

    player: str


class Show(BaseCommand, tag="show"):
    """A player shows cards of a rank."""

    player: str
    cards: tuple[str, ...]


class Score(BaseCommand, tag="score"):
    """Enters the points of a round of a points game, or of a trick game in place of its cards.

    In a points game also the `winners` of a round and the `amount` that it is about, or the `bids`
    and the `tricks` taken; bids without tricks are those of a round that is still played.
    """

    points: dict[str, int] | UnsetType = UNSET
    winners: tuple[str, ...] | UnsetType = UNSET
    amount: int | UnsetType = UNSET
    bids: Numbers | UnsetType = UNSET
    tricks: Numbers | UnsetType = UNSET

    def __post_init__(self) -> None:
        given = {name for name in self.__struct_fields__ if getattr(self, name) is not UNSET}
        if given not in (
            {"points"},
            {"winners", "amount"},
            {"bids"},
            {"tricks"},
            {"bids", "tricks"},
        ):
            why = phrase("write points, or else winners and amount, or bids and tricks")
            raise FieldError("points", why)


class Join(BaseCommand, tag="join"):
    """A latecomer sits down after the player `after`, or after the last one.

    They bring this number of `chips`, or in a points game start with this number of `points`.
    `when` is the time from which they play: the next deal, or at once. By default it is the first
    one that the rules allow.
    """

    player: str
    after: str | UnsetType = UNSET
    chips: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    points: int | UnsetType = UNSET
    when: Literal["deal", "now"] | UnsetType = UNSET


class Leave(BaseCommand, tag="leave"):
    """A player leaves the game; their `chips` go to the pot, with them, or to those who stay."""

    player: str
    chips: LeftChips = POT


class ChangeSeat(BaseCommand, tag="seat"):
    """A player moves to the seat after another player."""

    player: str
    after: str

    def __post_init__(self) -> None:
        if self.player == self.after:
            raise FieldError("after", phrase("nobody sits after themselves: write another player"))


class Set(BaseCommand, tag="set", rename={"still_in": "in"}):
    """Sets by hand what no other command puts right.

    The difference of `chips` comes from, or goes to, `against`: the player of that name, or the
    pot. `points` are those of a match. `hands` are the numbers of cards held; the difference comes
    from, or goes to, the stock. `still_in` maps players' names to whether they are in the game.

    >>> read_command({"cmd": "set", "chips": {"Bo": 4}, "against": "pot"})
    Set(chips={'Bo': 4})
    """

    total: int | UnsetType = UNSET
    turn: str | UnsetType = UNSET
    direction: Literal["clockwise", "counterclockwise"] | UnsetType = UNSET
    chips: dict[str, Annotated[int, Meta(ge=0)]] = {}
    against: str = POT
    points: dict[str, int] = {}
    hands: dict[str, Annotated[int, Meta(ge=0)]] = {}
    still_in: dict[str, bool] = {}

    def __post_init__(self) -> None:
        of_players = (self.chips, self.points, self.hands, self.still_in)
        settings = (self.total, self.turn, self.direction)
        if all(setting is UNSET for setting in settings) and not any(of_players):
            raise FieldError("total", phrase("nothing is said: write what it is to be"))
        if self.against in self.chips or (self.against != POT and not self.chips):
            raise FieldError("against", phrase("write another player than in chips, or the pot"))


class End(BaseCommand, tag="end"):
    """Ends a points game: the best standing wins."""


class Deal(_WithDeal, tag="deal"):
    """Deals the next hand or round."""


class Undo(BaseCommand, tag="undo"):
    """Takes back `count` commands that changed the game."""

    count: Annotated[int, Meta(ge=1)] = 1


class AskState(BaseCommand, tag="state"):
    """Asks for the state."""


class AskVariants(BaseCommand, tag="variants"):
    """Asks for the variants."""


class Hello(BaseCommand, tag="hello"):
    """Asks for the edition of the protocol, the version of the program,
    and the names of the variants.
    """


class AskLegal(BaseCommand, tag="legal"):
    """Asks for the legal plays of the player to act, who perhaps holds the cards of `hand`."""

    hand: tuple[str, ...] | UnsetType = UNSET


class AskRules(BaseCommand, tag="rules"):
    """Asks for the rules in force."""


class Save(BaseCommand, tag="save"):
    """Asks for the game as a text."""


class Load(BaseCommand, tag="load"):
    """Puts the game of a `text` in the place of the one in progress."""

    text: str


class CloseGame(BaseCommand, tag="close"):
    """Forgets the game in progress."""


Step = (
    Play
    | Bust
    | Shield
    | Accept
    | Forget
    | Show
    | Score
    | Join
    | Leave
    | ChangeSeat
    | Set
    | End
    | Deal
)
"""The commands that change a game in progress; each can be undone."""


class Repair(BaseCommand, tag="repair"):
    """Puts `steps` in the place of the last `back` commands that count, and says `why`.

    It is a single command: an undo reverts it as a whole.
    """

    back: Annotated[int, Meta(ge=0)]
    steps: tuple[Step, ...]
    why: Cause = "by-hand"

    def __post_init__(self) -> None:
        if not self.back and not self.steps:
            raise FieldError("steps", phrase("nothing is taken back, so write at least one"))


OfReferee = AskState | AskVariants | Hello | AskLegal | AskRules | Save | Load | CloseGame
"""The commands that exist only in the line protocol. They concern its games as a whole, not events
at a table.
"""

Command = New | Step | Repair | Claim | Undo | OfReferee

_KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(Command)}
NAMES = frozenset(_KINDS)


_Plain = Step | Claim | Undo | AskState | AskVariants
"""The commands whose fields all have a type of their own,
with neither arbitrary JSON values nor other commands.
"""
_PLAIN: msgspec.json.Decoder[_Plain] = msgspec.json.Decoder(_Plain)


def read_plain_command(line: bytes) -> Command | None:
    """Return the command in a line of JSON, read in one step, or None if `read_command` has to read
    it.

    msgspec accepts only what `json` and `read_command` accept, with the same result. It rejects
    more than they do, such as an ``id``, and cannot explain mistakes to people.

    >>> read_plain_command(b'{"cmd": "play", "card": "8H"}')
    Play(card='8H')
    """
    try:
        return _PLAIN.decode(line)
    except (MsgspecError, ValueError, RecursionError):
        return None


def checked(command: _Kind) -> _Kind:
    """Return a command made by a program, after checking the types of its fields.

    >>> checked(Play(card="AS", value=50.0))
    Traceback (most recent call last):
    companion.errors.Illegal: bad-field: field value

    Raises:
        Illegal: ``bad-field`` with the `field`, or ``unknown-command`` if it is not a command.
    """
    kind = type(command)
    if not issubclass(kind, BaseCommand):
        raise Illegal(UnknownCommand(command, tuple(sorted(NAMES))))
    try:
        same: _Kind = _decoder(kind).decode(msgspec.json.encode(command))
    except (MsgspecError, TypeError, ValueError):
        # Error messages use the protocol's names.
        values = zip(kind.__struct_encode_fields__, astuple(command), strict=True)
        fields = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values
            if value is not UNSET
        }
        if isinstance(command, Repair):
            fields["steps"] = [*map(checked, command.steps)]
        return read_fields(fields, kind)
    return same


def given(value: _Given | UnsetType) -> _Given | None:
    """Return the value of a command's field, or None if it is not set."""
    return None if value is UNSET else value


@cache
def _decoder(kind: type[_Kind]) -> msgspec.json.Decoder[_Kind]:
    return msgspec.json.Decoder(kind)


def read_command(message: Mapping[str, Any]) -> Command:
    """Parse the command in a JSON object. Its ``id`` may be any value and is left to the caller.

    >>> read_command({"cmd": "play", "card": "8H", "id": 7})
    Play(card='8H')

    Raises:
        Illegal: ``unknown-command``, or ``bad-field`` with the `field`.
    """
    return _read_command({key: value for key, value in message.items() if key != "id"})


def _read_command(fields: Mapping[str, Any]) -> Command:
    name = fields.get("cmd")
    if not isinstance(name, str) or name not in NAMES:
        raise Illegal(UnknownCommand(name, tuple(sorted(NAMES))))
    if name == "repair":
        _check_steps(fields.get("steps"))
    command: Command = read_fields(fields, _KINDS[name])
    return command


def _check_steps(steps: object) -> None:
    """Raise ``bad-field`` for the first step of a correction
    that is not a command of a game in progress.
    """
    for number, step in enumerate(steps if isinstance(steps, list) else (), start=1):
        try:
            if isinstance(_read_command(step if isinstance(step, dict) else {}), Step):
                continue
        except Illegal as illegal:
            if isinstance(wrong := illegal.refusal, BadField):
                raise Illegal(
                    BadField("steps", at_location((f"{number}.{wrong.field}",), wrong.why))
                ) from None
        raise Illegal(
            BadField(
                "steps",
                phrase("step {n} is no command that changes a game in progress", n=number),
            )
        )


def read_fields(message: Mapping[str, Any], kind: type[_Kind]) -> _Kind:
    """Parse a JSON object as a command of that `kind`; the caller has read ``cmd``.

    Raises:
        Illegal: ``bad-field`` with the `field`.
    """
    try:
        command: _Kind = convert(dict(message), kind)
    except ValidationError as error:
        # The steps of a correction have been read one by one, if they are a list at all.
        fields = {
            key: [] if key == "steps" and isinstance(value, list) else value
            for key, value in message.items()
            if key != "cmd"
        }
        for (field, *within), why in wrong_fields(fields, kind):
            raise Illegal(BadField(field, at_location(within, why))) from None
        if isinstance(wrong := error.__cause__, FieldError):
            raise Illegal(BadField(wrong.field, wrong.why)) from None
        raise
    return command


def as_json(command: BaseCommand) -> str:
    """Return the command as a line of ASCII JSON (docs/reference/referee-protocol.md), without
    default values.

    >>> as_json(Play(card="8H"))
    '{"cmd": "play", "card": "8H"}'
    """
    return json.dumps(msgspec.to_builtins(command))
