"""A set: several cards of a rank, collected one by one and played together."""

import msgspec

from companion.dialogs.context import Close, Move, Reject, Scene, Submit
from companion.dialogs.hints import preview
from companion.dialogs.keys import around, turned
from companion.dialogs.ranks import card_face, faces_of, gathered_already, ranks_of
from companion.dialogs.suits import PickSuitDialog, suit_is_missing
from companion.inputs import Key
from companion.rules.cards import JOKER
from companion.rules.commands import Play
from companion.rules.family import Rules
from companion.rules.refusals import MixedRanks
from companion.screens.model import CardRowScreen, KeyHint, Picture, RankScreen
from companion.screens.table_pictures import names_of
from companion.text.cards import rank_face
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.named import Words
from companion.text.refusals import refusal_sentence

replace = msgspec.structs.replace


class GatherSetDialog(msgspec.Struct, frozen=True):
    """A set in progress. Before its first card LEFT and RIGHT choose the rank; MORE adds a card."""

    cards: tuple[str, ...] = ()
    rank: int = 6

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        table = names_of(state)
        if not self.cards:
            ok = KeyHint("MORE", pgettext("key", "add"))
            no = KeyHint("UNDO", pgettext("key", "no"))
            return RankScreen(_("A set of"), str(state.total), faces_of(rules), self.rank, table, ok, no)
        faces = tuple(card_face(rules.pack, card) for card in self.cards)
        rank = ranks_of(rules)[self.rank]
        title = _("Set of jokers") if rank == JOKER else _("Set of {rank}s").format(rank=rank_face(rank))
        ok = KeyHint("OK", preview(scene, self.play()))
        less = KeyHint("UNDO", pgettext("key of cards", "less"))
        return CardRowScreen(title, str(state.total), faces, 1, table, ok, less)

    def key(self, scene: Scene, key: Key) -> Move:
        rules = scene.adding()[0]
        match key.name:
            case "LEFT" | "RIGHT" if not self.cards:
                return replace(self, rank=around(self.rank, turned(key), len(ranks_of(rules))))
            case "MORE":
                return self.another(scene)
            case "OK" if self.cards:
                return Submit(self.play(), self)
            case "OK":
                return self.another(scene)
            case "UNDO":
                return replace(self, cards=self.cards[:-1]) if len(self.cards) > 1 else Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        rules = scene.adding()[0]
        read = rules.pack.read(card)
        ranks = ranks_of(rules)
        if read.rank not in ranks:
            return Reject(_("There is no joker in this deck"), self)
        place = ranks.index(read.rank)
        if self.cards and place != self.rank:
            return Reject(refusal_sentence(MixedRanks((ranks[self.rank], read.rank))), self, _("No set"))
        if suit_is_missing(rules, read):
            return PickSuitDialog(replace(self, rank=place), read.rank)
        return self.added(scene, card, place)

    def another(self, scene: Scene) -> Move:
        """Add one more card of the rank by key, and ask for its suit where it matters."""
        rules = scene.adding()[0]
        rank = ranks_of(rules)[self.rank]
        if (rank, None) not in rules.effects:
            return PickSuitDialog(self, rank)
        return self.added(scene, rank, self.rank)

    def added(self, scene: Scene, card: str, rank: int) -> Move:
        """Return the set with one more card, if that card is possible."""
        why_not = gathered_already(scene.adding()[0], card, self.cards)
        if why_not is not None:
            return Reject(why_not, self, _("No set"))
        grown = GatherSetDialog((*self.cards, card), rank)
        refused = scene.trial(grown.play())
        if refused is not None and refused.code in IMPOSSIBLE:
            return Submit(grown.play(), self if self.cards else None)
        return grown

    def suited(self, scene: Scene, card: str) -> Move:
        return self.added(scene, card, self.rank)

    def unsuited(self) -> Move:
        return self if self.cards else Close()

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        return pgettext("title", "set"), pgettext("key", "add")

    def suit_rules(self, scene: Scene) -> Rules | None:
        return scene.rules

    def table(self, scene: Scene) -> tuple[str, ...]:
        return names_of(scene.adding()[1])

    def play(self) -> Play:
        """Return the command that plays the set as collected so far."""
        return Play(card=self.cards[0]) if len(self.cards) == 1 else Play(cards=self.cards)


IMPOSSIBLE = frozenset(
    {"not-in-deck", "one-at-a-time", "already-played", "not-enough-cards", "sets-not-allowed"}
)
"""Refusals that no further card can resolve."""


def start_set(scene: Scene, rank: int) -> Move:
    """Return a set that begins with a card of the rank at index `rank`."""
    return GatherSetDialog(rank=rank).another(scene)
