"""What a page shows of a table, as values: actions, keys, last call, undo, trick."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.core.commands import Bust, Claim, Deal, Play, Score, Step
from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.message import Words
from companion.words.causes import stopped_sentence
from companion.words.form import AroundName
from companion.words.numbers import sentences
from companion.words.refusals import sentence
from companion.words.result import Result
from companion.words.turns import TurnStatus

_TRIED: Final[dict[str, Step]] = {
    "play": Play(card="8H"),
    "several": Play(cards=("8", "8")),
    "bust": Bust(),
    "deal": Deal(),
    "score": Score(points={}),
}
"""A command for each key, of which only the phase and the game are judged."""

_NOT_NOW: Final = frozenset(
    {
        "game-over",
        "hand-over",
        "not-in-this-game",
        "not-now",
        "nothing-to-claim",
        "round-over",
        "sets-not-allowed",
        "shield-pending",
    }
)


class CardKey(msgspec.Struct, frozen=True):
    """A rank and its effect; `suit` if the rank alone does not define the effect."""

    rank: str
    does: Words
    suit: bool


def refused_keys(scene: Scene, claim: Claim, **more: Step) -> dict[str, Words]:
    """Return why a key is of no use now, for each key that is not, as a sentence.

    `claim` is any call; `more` are commands for the keys that only this family has.
    """
    tried = _TRIED | more
    if scene.stopped is not None:
        return dict.fromkeys((*tried, "claim"), sentences([stopped_sentence()]))
    refusals = {key: scene.trial(command) for key, command in tried.items()}
    try:
        rules, state = scene.game()
        scene.family(rules).judge(state, claim)
    except Illegal as illegal:
        refusals["claim"] = illegal
    return {
        key: sentences([sentence(illegal)])
        for key, illegal in refusals.items()
        if illegal is not None and illegal.code in _NOT_NOW
    }


class AllowedActions(msgspec.Struct, frozen=True, rename="camel"):
    """Whom the rules accept for an action now. `up_card`: a deal needs a card turned up.

    `join` and `seat` say whether a latecomer may sit down, and whether somebody may change seats.
    """

    up_card: bool = False
    join: bool = False
    seat: bool = False
    forgot: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    points: tuple[str, ...] = ()


class Called(msgspec.Struct, frozen=True):
    """The last play whose total was called; `text` is what the player says after the total,
    often "".
    """

    player: str
    cards: tuple[str, ...]
    text: Words


class UndoOffer(msgspec.Struct, frozen=True):
    """The command that one tap takes back, and the state after it; `said` asks both for a voice.

    `order` takes it back.
    """

    order: dict[str, object]
    what: Words
    then: Words
    said: Words


class TrickCardView(msgspec.Struct, frozen=True):
    """A card of a trick, its player, and for a voice the card, and that it wins if it does."""

    player: str
    card: str
    said: Words


class TrickView(msgspec.Struct, frozen=True):
    """The trick in progress, or the last one until the next lead.

    `title` is the suit that was led, or who leads; `bound` which suit may not be led now, if
    somebody leads; `lead` whether the restricted suit of the round may be led; `says` is what a
    player said last, or who has the trick so far.
    """

    number: int
    cards: tuple[TrickCardView, ...]
    wins: str | None
    taken: bool
    title: Words
    bound: Words
    lead: Words
    says: Words


class TableView(msgspec.Struct, frozen=True):
    """The part of that name in docs/reference/phone-protocol.md. It is sent without a game as well.

    `where` is the hand, or the round and trick, that is played, `way` the direction, and `dealt`
    who dealt. `over` says that a hand, a round or the game is over, `deal` who deals which one
    next, `beside` what is to be read beside the name of a player, `leads` beside those whose points
    are best. Each is empty where there is nothing to say.
    """

    sequence: int
    standing: TurnStatus
    move: AroundName
    meanwhile: Words = ""
    steps: int = 0
    hand: int | None = None
    where: Words = ""
    way: Words = ""
    dealt: Words = ""
    plays: int = 0
    reversals: int = 0
    twice: int = 0
    call: Called | None = None
    last: str | None = None
    over: Words = ""
    deals: str | None = None
    deal: Words = ""
    beside: Mapping[str, Words] = {}
    shield: str | None = None
    unshielded: Words = ""
    can: AllowedActions = AllowedActions()
    refused: Mapping[str, Words] = {}
    bust: Words = ""
    undo: UndoOffer | None = None
    again: dict[str, Any] | None = None
    result: Result | None = None
    trick: TrickView | None = None
    adds: Words | None = None
    best: tuple[str, ...] = ()
    leads: Mapping[str, Words] = {}
