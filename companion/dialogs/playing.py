"""The dialogs of a hand in progress: the play picture, and the choice of a card's rank by key."""

from typing import Final

import msgspec

from companion.dialogs.busting import AskBustDialog
from companion.dialogs.calling import CallDialog
from companion.dialogs.context import Close, Move, Reject, Scene, Submit
from companion.dialogs.hints import preview
from companion.dialogs.keys import around, turned
from companion.dialogs.ranks import ranks_of
from companion.dialogs.sets import GatherSetDialog, start_set
from companion.dialogs.taking_back import ask_take_back
from companion.inputs import Key
from companion.rules.adding.effects import changed, offers
from companion.rules.adding.evaluate import effects_of, playable
from companion.rules.cards import SUITS, Card
from companion.rules.commands import Play
from companion.rules.refusals import SetsNotAllowed
from companion.screens.model import KeyHint, Picture, RankScreen
from companion.screens.table_pictures import names_of, play_picture
from companion.text.cards import rank_face
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.named import named
from companion.text.refusals import refusal_sentence

replace = msgspec.structs.replace
FIRST_RANK = 6
"""The ring of ranks opens at the seven, from which all ranks are near."""

ASKED: Final = frozenset({"suit-needed", "choice-needed", "target-needed"})
"""Refusals by which the rules ask for more about a playable card."""


class PlayingDialog(msgspec.Struct, frozen=True):
    """The play picture. LEFT and RIGHT pick a rank, OK checks a call, MORE begins a set."""

    def picture(self, scene: Scene) -> Picture:
        return play_picture(*scene.adding(), missing=bool(scene.missing))

    def key(self, scene: Scene, key: Key) -> Move:
        rules = scene.adding()[0]
        match key.name:
            case "LEFT" | "RIGHT":
                return ChooseRankDialog.start(scene)
            case "OK":
                return CallDialog.start(scene)
            case "MORE" if rules.sets:
                return GatherSetDialog()
            case "MORE":
                return Reject(refusal_sentence(SetsNotAllowed()), headline=_("No set"))
            case "BUST":
                return AskBustDialog()
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(Play(card=card))


class ChooseRankDialog(msgspec.Struct, frozen=True):
    """Chooses the rank of the card to play from the ring of `ranks`; asks for its suit where it matters.

    While every rank can be played the ring has their order. Otherwise those likeliest to be played come
    first, and the last `refused` ones cannot be played.
    """

    ranks: tuple[str, ...]
    refused: int
    chosen: int

    @classmethod
    def start(cls, scene: Scene) -> "ChooseRankDialog":
        """Return the ring for the player to act."""
        rules = scene.adding()[0]
        ranks = ranks_of(rules)
        refused = [rank for rank in ranks if not _can_be_played(scene, rank)]
        if not refused or len(refused) == len(ranks):
            return cls(ranks, 0, FIRST_RANK)
        first = [rank for rank in reversed(ranks) if rank not in refused]
        first.sort(key=lambda rank: _kept_for(scene, rank))
        return cls((*first, *refused), len(refused), 0)

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        name = state.players[state.turn or 0].name
        ok = KeyHint("OK", preview(scene, Play(card=self.ranks[self.chosen])))
        no, more = KeyHint("UNDO", pgettext("key", "no")), KeyHint("MORE", pgettext("key", "set"))
        title, faces = named(_("{name} plays"), name), tuple(rank_face(rank) for rank in self.ranks)
        other = more if rules.sets else no
        return RankScreen(
            title, str(state.total), faces, self.chosen, names_of(state), ok, other, self.refused
        )

    def key(self, scene: Scene, key: Key) -> Move:
        rules = scene.adding()[0]
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(self.ranks)))
            case "OK":
                return Submit(Play(card=self.ranks[self.chosen]), self)
            case "MORE" if rules.sets:
                return start_set(scene, ranks_of(rules).index(self.ranks[self.chosen]))
            case "BUST":
                return AskBustDialog()
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(Play(card=card))


def _can_be_played(scene: Scene, rank: str) -> bool:
    refused = scene.trial(Play(card=rank))
    if refused is None or refused.code != "suit-needed":
        return refused is None or refused.code in ASKED
    trials = (scene.trial(Play(card=rank + suit)) for suit in SUITS)
    return any(trial is None or trial.code in ASKED for trial in trials)


def _kept_for(scene: Scene, rank: str) -> tuple[bool, int]:
    """Return the sort key of a rank by how long players keep its cards, longest first.

    When cards begin to be refused, players hold those that can be played even at the target; of the others
    they keep longest those that add least.
    """
    rules, state = scene.adding()
    cards = [Card(rank, suit) for suit in (None, *SUITS) if (rank, suit) in rules.effects]
    at_target = replace(state, total=rules.target)
    if any(playable(rules, at_target, state.turn or 0, card) for card in cards):
        return False, 0
    changes = [effect.change for effect in effects_of(rules, cards)]
    return True, min(changed(state.total, change, value) for change in changes for value in offers(change))
