"""A set: several cards of a rank, collected one by one and played together."""

from msgspec.structs import replace

from companion.dialogs.adding.ranks import (
    card_face,
    faces_of,
    gathered_already,
    is_gathered,
    ranks_of,
)
from companion.dialogs.adding.suits import AsksForSuit, PickSuitDialog, suit_is_missing
from companion.dialogs.context import Close, Move, Reject, Scene, Submit
from companion.dialogs.current import adding_game
from companion.dialogs.questions import makes
from companion.dialogs.toolkit import Choice, Page, ok_and_undo
from companion.errors import Illegal
from companion.message import Words, in_context, phrase
from companion.rules.cards import JOKER
from companion.rules.commands import Play
from companion.rules.refusals import MixedRanks, NotInDeck
from companion.screens.model import CardRowScreen, KeyHint, RankScreen
from companion.screens.table_pictures import names_of
from companion.text.cards import rank_face
from companion.text.numbers import figure


class GatherSetDialog(AsksForSuit, frozen=True):
    """A set in progress. Before its first card LEFT and RIGHT choose the rank; MORE adds a card."""

    cards: tuple[str, ...] = ()
    chosen: int = 6

    def widget(self, scene: Scene) -> Choice | Page:
        rules, state = adding_game(scene)
        total, table, another = figure(state.total), names_of(state), self.another(scene)
        if not self.cards:
            add, no = (
                KeyHint("MORE", in_context("key", "add")),
                KeyHint("UNDO", in_context("key", "no")),
            )
            screen = RankScreen(
                phrase("A set of"), total, faces_of(rules), self.chosen, table, add, no
            )
            return Choice(screen=screen, ok=another, more=another)
        faces = tuple(card_face(rules.pack, card) for card in self.cards)
        rank = ranks_of(rules)[self.chosen]
        title = (
            phrase("Set of jokers")
            if rank == JOKER
            else phrase("Set of {rank}s", rank=rank_face(rank))
        )
        keys = ok_and_undo(makes(scene, self.play()), in_context("key of cards", "less"))
        return Page(
            screen=CardRowScreen(title, total, faces, 1, table, *keys),
            ok=Submit(self.play(), self),
            more=another,
            undo=replace(self, cards=self.cards[:-1]) if len(self.cards) > 1 else Close(),
        )

    def card(self, scene: Scene, card: str) -> Move:
        rules = adding_game(scene)[0]
        read = rules.pack.read(card)
        ranks = ranks_of(rules)
        if read.rank not in ranks:
            return Reject(Illegal(NotInDeck(str(read), rules.pack.decks)), self)
        place = ranks.index(read.rank)
        if self.cards and place != self.chosen:
            mixed = MixedRanks((ranks[self.chosen], read.rank))
            return Reject(Illegal(mixed), self, phrase("No set"))
        if suit_is_missing(rules, read):
            return PickSuitDialog(replace(self, chosen=place), read.rank)
        return self.added(scene, card, place)

    def another(self, scene: Scene) -> Move:
        """Add one more card of the rank by key, and ask for its suit where it matters."""
        rules = adding_game(scene)[0]
        rank = ranks_of(rules)[self.chosen]
        if (rank, None) not in rules.effects:
            return PickSuitDialog(self, rank)
        return self.added(scene, rank, self.chosen)

    def added(self, scene: Scene, card: str, rank: int) -> Move:
        """Return the set with one more card, if that card is possible."""
        rules = adding_game(scene)[0]
        if is_gathered(rules, card, self.cards):
            return Reject(gathered_already(rules, card, self.cards), self, phrase("No set"))
        grown = GatherSetDialog((*self.cards, card), rank)
        refused = scene.trial(grown.play())
        if refused is not None and refused.code in IMPOSSIBLE:
            return Submit(grown.play(), self if self.cards else None)
        return grown

    def unsuited(self) -> Move:
        return self if self.cards else Close()

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return in_context("title", "set"), in_context("key", "add")

    def play(self) -> Play:
        """Return the command that plays the set as collected so far."""
        return Play(card=self.cards[0]) if len(self.cards) == 1 else Play(cards=self.cards)


IMPOSSIBLE = frozenset(
    {"not-in-deck", "one-at-a-time", "already-played", "not-enough-cards", "sets-not-allowed"}
)
"""Refusals that no further card can resolve."""


def start_set(scene: Scene, rank: int) -> Move:
    """Return a set that begins with a card of the rank at index `rank`."""
    return GatherSetDialog(chosen=rank).another(scene)
