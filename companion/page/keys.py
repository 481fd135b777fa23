"""The keys of a page: each rank, what it does in few characters, and why a key is of no use now."""

from typing import Final

import msgspec

from companion.core.commands import Bust, Claim, Deal, Play, Score, Step
from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.message import Words
from companion.words.causes import stopped_sentence
from companion.words.numbers import sentences
from companion.words.refusals import sentence

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
