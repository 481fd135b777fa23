"""Several cards of a rank: gathered one by one, played together."""

import msgspec

from companion.dialogs.keys import around, turned
from companion.dialogs.questions import preview
from companion.dialogs.scene import Attempt, Close, Move, Refuse, Scene
from companion.dialogs.suits import PickSuit
from companion.inputs import Key
from companion.rules.cards import RANKS, Pack
from companion.rules.commands import Play
from companion.rules.house import Rules
from companion.screens.pictures import CardRow, KeyHint, PickRank, Picture, Words
from companion.screens.table_pictures import names_of

replace = msgspec.structs.replace


def ranks_of(rules: Rules) -> tuple[str, ...]:
    """The ranks of this pack in the order of the ring, the joker last."""
    return (*RANKS, "JK") if rules.pack.jokers else RANKS


def card_face(pack: Pack, text: str) -> str:
    """A card of a dialog as printed on it."""
    return pack.read(text).face


class GatherSet(msgspec.Struct, frozen=True):
    """A set under way. Before its first card LEFT and RIGHT choose the rank; MORE adds a card."""

    cards: tuple[str, ...] = ()
    rank: int = 6

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.game()
        table = names_of(state)
        if not self.cards:
            ok = KeyHint("MORE", "add")
            no = KeyHint("UNDO", "no")
            ranks = ranks_of(rules)
            return PickRank("A set of", str(state.total), ranks, self.rank, table, ok, no)
        faces = tuple(card_face(rules.pack, card) for card in self.cards)
        title = f"Set of {ranks_of(rules)[self.rank].replace('JK', 'joker')}s"
        ok = KeyHint("OK", preview(scene, self._play()))
        less = KeyHint("UNDO", "one less")
        return CardRow(title, str(state.total), faces, 1, table, ok, less)

    def key(self, scene: Scene, key: Key) -> Move:
        rules, _ = scene.game()
        match key.name:
            case "LEFT" | "RIGHT" if not self.cards:
                return replace(self, rank=around(self.rank, turned(key), len(ranks_of(rules))))
            case "MORE":
                return self.another(scene)
            case "OK" if self.cards:
                return Attempt(self._play(), self)
            case "OK":
                return self.another(scene)
            case "UNDO":
                return replace(self, cards=self.cards[:-1]) if len(self.cards) > 1 else Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        rules, _ = scene.game()
        rank = rules.pack.read(card).rank
        ranks = ranks_of(rules)
        if rank not in ranks:
            return Refuse("There is no joker in this deck", self)
        if self.cards and rank != ranks[self.rank]:
            return Refuse(f"{ranks[self.rank]} and {rank} are no set", self)
        return self.added(scene, card, ranks.index(rank))

    def another(self, scene: Scene) -> Move:
        """One more card of the rank by key; its suit is asked where it matters."""
        rules, _ = scene.game()
        rank = ranks_of(rules)[self.rank]
        if (rank, None) not in rules.effects:
            return PickSuit(self, rank)
        return self.added(scene, rank, self.rank)

    def added(self, scene: Scene, card: str, rank: int) -> Move:
        """The set with one card more, if that card can be there at all."""
        grown = GatherSet((*self.cards, card), rank)
        refused = scene.trial(grown._play())
        if refused is not None and refused.code in IMPOSSIBLE:
            return Attempt(grown._play(), self if self.cards else None)
        return grown

    def suited(self, scene: Scene, card: str) -> Move:
        return self.added(scene, card, self.rank)

    def unsuited(self) -> Move:
        return self if self.cards else Close()

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        return "set", "add"

    def _play(self) -> Play:
        return Play(card=self.cards[0]) if len(self.cards) == 1 else Play(cards=self.cards)


IMPOSSIBLE = frozenset(
    {"not-in-deck", "one-at-a-time", "already-played", "not-enough-cards", "sets-not-allowed"}
)
"""What no further card of a set can mend."""


def start_set(scene: Scene, rank: int) -> Move:
    """A set that begins with a card of the rank chosen."""
    return GatherSet(rank=rank).another(scene)
