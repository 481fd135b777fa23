"""The content of a phone page as values: actions, keys, last call, undo and trick."""

from collections.abc import Mapping
from typing import Any

from companion.core.commands import Bust, Claim, Deal, Play, Score, Step
from companion.core.frozen import Frozen
from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.message import Words
from companion.words.causes import stopped_sentence
from companion.words.form import AroundName
from companion.words.numbers import sentences
from companion.words.refusals import sentence
from companion.words.result import Result
from companion.words.turns import TurnStatus

_TRIED: dict[str, Step] = {
    "play": Play(card="8H"),
    "several": Play(cards=("8", "8")),
    "bust": Bust(),
    "deal": Deal(),
    "score": Score(points={}),
}
"""A sample command for each key, by which only the phase and the game are checked."""

_NOT_NOW = frozenset(
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


class CardKey(Frozen):
    """A rank and its effect; `suit` if the rank alone does not define the effect."""

    rank: str
    does: Words
    suit: bool


def refused_keys(scene: Scene, claim: Claim, **more: Step) -> dict[str, Words]:
    """Return the keys that cannot be used now, with a sentence that gives the reason.

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


class AllowedActions(Frozen, rename="camel"):
    """The actions that the rules accept now, and their players. With `up_card`, a deal needs an
    up-card.

    `join` is true if a latecomer may join, `seat` if players may change seats.
    """

    up_card: bool = False
    join: bool = False
    seat: bool = False
    forgot: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    points: tuple[str, ...] = ()


class Called(Frozen):
    """The last play with a call; `text` is what follows the total in the call, often ""."""

    player: str
    cards: tuple[str, ...]
    text: Words


class UndoOffer(Frozen):
    """The command undone by one tap, and the state after it. `said` is the question in spoken form.

    `order` undoes it.
    """

    order: dict[str, object]
    what: Words
    then: Words
    said: Words


class TrickCardView(Frozen):
    """A card of a trick and its player; `said` is its spoken form, with the fact that it wins."""

    player: str
    card: str
    said: Words


class TrickView(Frozen):
    """The trick in progress, or the last one until the next lead.

    `title` is the suit led, or the player who leads. `bound` is the suit that may not be led now,
    if a player leads. `lead` tells if the restricted suit of the round may be led. `says` is the
    last announcement, or the player who has the trick so far.
    """

    number: int
    cards: tuple[TrickCardView, ...]
    wins: str | None
    taken: bool
    title: Words
    bound: Words
    lead: Words
    says: Words


class TableView(Frozen):
    """The ``now`` part of docs/reference/phone-protocol.md. It is also sent without a game.

    `where` is the current hand, or round and trick; `way` is the direction, `dealt` the dealer.
    `over` announces the end of a hand, a round or the game, and `deal` the next dealer. `beside` is
    the text next to a player's name, `leads` the text next to those with the best points. Each may
    be empty.
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
