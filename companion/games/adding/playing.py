"""The dialogs for playing cards by key or scan: ranks, suits, sets and the bust."""

from typing import ClassVar

from msgspec.structs import replace

from companion.core.cards import JOKER, SUIT_ORDER, SUITS, Card, bare_card
from companion.core.commands import Bust, Claim, Play, Repair, Show
from companion.core.questions import asks_for_more
from companion.core.refusals import NothingToClaim, SetsNotAllowed
from companion.dialogs.context import Close, Move, Reject, Scene, Submit
from companion.dialogs.questions import makes
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import (
    Choice,
    Confirmation,
    Dial,
    Page,
    PlayDialog,
    WidgetDialog,
    check_keys,
    ok_and_undo,
    suit_options,
)
from companion.errors import Illegal
from companion.games.adding.evaluate import playable
from companion.games.adding.rules import AddingRules
from companion.games.adding.screens import chips_of, play_picture, unsaved_over
from companion.games.adding.state import AddingState, Player
from companion.games.adding.turns import payment
from companion.inputs import Key
from companion.message import Name, Words, in_context, phrase
from companion.screens.model import (
    CardRowScreen,
    ChoiceScreen,
    DialScreen,
    KeyHint,
    Picture,
    RankScreen,
)
from companion.words.cards import face, rank_face
from companion.words.consequences import bust_costs, consequences_sentence
from companion.words.numbers import figure
from companion.words.questions import which_suit

FIRST_RANK = 6
"""The ring of ranks opens at the seven, which is close to all ranks."""


def adding_game(scene: Scene) -> tuple[AddingRules, AddingState]:
    """Return the rules and the state of the current game.

    Raises:
        Illegal: ``no-game``, also if the current game belongs to another family.
    """
    return scene.game_of(AddingRules, AddingState)


def ranks_of(rules: AddingRules) -> tuple[str, ...]:
    """Return the ranks of this pack in the order of the ring, ending with the joker."""
    pack = rules.pack
    ranks = tuple(rank for rank in pack.ranks if pack.suits(rank))
    return (*ranks, JOKER) if pack.jokers else ranks


def rank_at(rules: AddingRules, chosen: int) -> tuple[str, int]:
    """Return the rank at an index of the ring, and the index in a ring of fewer ranks."""
    ranks = ranks_of(rules)
    return ranks[chosen % len(ranks)], chosen % len(ranks)


class AsksForCard(WidgetDialog):
    """A dialog that asks for a card: for its rank on a ring, and for its suit if that matters.
    A scanned card is taken, too.
    """

    def card_rules(self, scene: Scene) -> AddingRules:
        """Return the rules that define what each card does."""
        return adding_game(scene)[0]

    def table(self, scene: Scene) -> tuple[str, ...]:
        """Return the names of all players."""
        return scene.names

    def title(self, scene: Scene) -> Words:
        """Return the title of the ring."""
        raise NotImplementedError

    def hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        """Return the right end of the title, and the label of OK for `card`."""
        raise NotImplementedError

    def ring(self, scene: Scene, chosen: int, undo: Move) -> Choice:
        """Return the ring for choosing the rank of a card."""
        rules = self.card_rules(scene)
        rank, place = rank_at(rules, chosen)
        right, does = self.hints(scene, rank)
        faces, card = tuple(map(rank_face, ranks_of(rules))), self.card(scene, rank)
        title, table, keys = self.title(scene), self.table(scene), ok_and_undo(does)
        screen = RankScreen(title, right, faces, place, table=table, keys=keys)
        return Choice(screen=screen, ok=card, more=card, undo=undo)


class CollectsCards(AsksForCard, kw_only=True):
    """A dialog that collects `cards` one after the other, each on the ring or scanned."""

    impossible: ClassVar[frozenset[str]] = frozenset(
        {"not-in-deck", "already-played", "not-drawn", "not-enough-cards"}
    )
    """The refusals that no further card can resolve."""
    headline: ClassVar[Words]
    """The headline of a refused card."""
    cards: tuple[str, ...] = ()

    def command(self) -> Play | Bust | Show:
        """Return the command with the cards collected so far."""
        raise NotImplementedError

    def missing(self, scene: Scene) -> int:
        """Return the number of cards still to come; none are left after the last one."""
        raise NotImplementedError

    def another(self, scene: Scene) -> Move:
        """Return the move that adds a card of the last one's rank."""
        return self.card(scene, bare_card(self.cards[-1]).rank)

    def row(self, scene: Scene, ok: Words, ok_move: Move, more: Move) -> Page:
        """Return the picture of the cards collected so far. UNDO removes the last one."""
        pack = adding_game(scene)[0].pack
        faces = tuple(face(pack.read(card)) for card in self.cards)
        title, right = self.title(scene), self.hints(scene, self.cards[-1])[0]
        keys = ok_and_undo(ok, in_context("key of cards", "less"))
        screen = CardRowScreen(title, right, faces, self.missing(scene), keys=keys)
        return Page(screen=screen, ok=ok_move, more=more, undo=replace(self, cards=self.cards[:-1]))

    def card(self, scene: Scene, card: str) -> Move:
        """Add a card, or submit the command if it is complete or impossible."""
        rules = adding_game(scene)[0]
        pack = rules.pack
        read, *others = [pack.named(pack.read(text)) for text in (card, *self.cards)]
        if read.suit is None and read in pack and (read.rank, None) not in rules.effects:
            return PickSuitDialog(self, read.rank)
        if others and pack.is_spent(read, others):
            there = phrase("There is no other {card} in this game", card=face(read))
            return Reject(there, self, self.headline)
        grown = replace(self, cards=(*self.cards, card))
        refused = scene.trial(grown.command())
        if not grown.missing(scene) or (refused is not None and refused.code in self.impossible):
            return Submit(grown.command(), self)
        return grown


class PickSuitDialog(WidgetDialog):
    """The four suits of a `rank`, each with the number that it adds or sets."""

    asker: AsksForCard
    rank: str
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        card = self.rank + SUIT_ORDER[self.chosen]
        options = suit_options(scene, self.asker.card_rules(scene), self.rank, SUIT_ORDER)
        right, does = self.asker.hints(scene, card)
        title, table = which_suit(self.rank), self.asker.table(scene)
        keys = ok_and_undo(does)
        return Choice(
            screen=ChoiceScreen(title, right, options, self.chosen, table=table, keys=keys),
            ok=self.asker.card(scene, card),
            undo=self.asker,
        )

    def card(self, scene: Scene, card: str) -> Move:
        return self.asker.card(scene, card)


class AskBustDialog(CollectsCards):
    """The confirmation of a bust with OK. A scan, or MORE and a rank, adds a card of the hand; the
    last card submits the bust.
    """

    headline = phrase("No bust")

    def widget(self, scene: Scene) -> Confirmation | Page:
        rules, state = adding_game(scene)
        player, more = state.players[state.turn or 0], ShowRankDialog(self)
        if self.cards:
            ok = in_context("key of a shown hand", "bust")
            return self.row(scene, ok, Submit(self.command(), self), more)
        paid, chips = payment(rules, player), chips_of(rules, player)
        return Confirmation(
            question=phrase("{name}: bust?", name=Name(player.name)),
            line=bust_cost(rules, player),
            chips=replace(chips, held=paid.left) if paid and chips else None,
            keys=ok_and_undo(in_context("key", "bust"), in_context("key", "no")),
            ok=Submit(Bust()),
            more=more,
        )

    def command(self) -> Bust:
        return Bust(hand=self.cards)

    def missing(self, scene: Scene) -> int:
        state = adding_game(scene)[1]
        return max(0, state.players[state.turn or 0].cards - len(self.cards))

    def title(self, scene: Scene) -> Words:
        state = adding_game(scene)[1]
        return phrase("{name} shows", name=Name(state.players[state.turn or 0].name))

    def hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return figure(adding_game(scene)[1].total), in_context("key", "show")


def bust_cost(rules: AddingRules, player: Player) -> Words:
    """Return what a bust costs the player to act."""
    if rules.on_bust:
        return consequences_sentence(rules.on_bust)
    return bust_costs(rules.bust, payment(rules, player))


class ShowRankDialog(WidgetDialog):
    """The ring for entering a card in hand by key."""

    asked: AskBustDialog
    chosen: int = FIRST_RANK

    def widget(self, scene: Scene) -> Choice:
        return self.asked.ring(scene, self.chosen, self.asked)

    def card(self, scene: Scene, card: str) -> Move:
        return self.asked.card(scene, card)


class GatherSetDialog(CollectsCards):
    """A set in progress.
    Before its first card, LEFT and RIGHT choose the rank; MORE adds a card.
    """

    impossible = CollectsCards.impossible | {"one-at-a-time", "sets-not-allowed", "mixed-ranks"}
    headline = phrase("Not a set")
    chosen: int = FIRST_RANK

    def widget(self, scene: Scene) -> Choice | Page:
        if not self.cards:
            return self.ring(scene, self.chosen, Close())
        play = self.command()
        return self.row(scene, makes(scene, play), Submit(play, self), self.another(scene))

    def command(self) -> Play:
        return Play(card=self.cards[0]) if len(self.cards) == 1 else Play(cards=self.cards)

    def missing(self, scene: Scene) -> int:
        return 1

    def title(self, scene: Scene) -> Words:
        if not self.cards:
            return phrase("A set of")
        rank = bare_card(self.cards[0]).rank
        if rank == JOKER:
            return phrase("Set of jokers")
        return phrase("Set of {rank}s", rank=rank_face(rank))

    def hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return figure(adding_game(scene)[1].total), in_context("key", "add")


class PlayingDialog(PlayDialog):
    """The play screen. LEFT and RIGHT pick a rank, OK checks a call, MORE begins a set."""

    def picture(self, scene: Scene) -> Picture:
        picture = play_picture(
            *adding_game(scene),
            missing=scene.warns,
            mended=isinstance(scene.moments[-1].command, Repair),
        )
        return unsaved_over(picture, scene.unsaved) if scene.unsaved else picture

    def key(self, scene: Scene, key: Key) -> Move:
        rules = adding_game(scene)[0]
        match key.name:
            case "LEFT" | "RIGHT":
                return ChooseRankDialog.start(scene)
            case "OK":
                return CallDialog.start(scene)
            case "MORE" if rules.sets:
                return GatherSetDialog()
            case "MORE":
                return Reject(Illegal(SetsNotAllowed()), headline=phrase("Not a set"))
            case "BUST":
                return AskBustDialog()
            case "UNDO":
                return ask_take_back(scene)
        return self


class ChooseRankDialog(PlayDialog, WidgetDialog):
    """The dialog for choosing the rank of the card to play from the ring of `ranks`. It asks for
    the suit if it matters.

    While every rank is playable, the ring is in rank order. Otherwise the likeliest ranks come
    first, and the last `refused` ones are not playable.
    """

    ranks: tuple[str, ...]
    refused: int
    chosen: int

    @classmethod
    def start(cls, scene: Scene) -> "ChooseRankDialog":
        """Return the ring for the player to act."""
        rules = adding_game(scene)[0]
        ranks = ranks_of(rules)
        refused = [rank for rank in ranks if not _can_be_played(scene, rank)]
        if not refused or len(refused) == len(ranks):
            return cls(ranks, 0, rank_at(rules, FIRST_RANK)[1])
        first = [rank for rank in reversed(ranks) if rank not in refused]
        first.sort(key=lambda rank: _kept_for(scene, rank))
        return cls((*first, *refused), len(refused), 0)

    def widget(self, scene: Scene) -> Choice:
        rules, state = adding_game(scene)
        rank, play = self.ranks[self.chosen], Play(card=self.ranks[self.chosen])
        no, more = (
            KeyHint("UNDO", in_context("key", "no")),
            KeyHint("MORE", in_context("key", "set")),
        )
        screen = RankScreen(
            title=phrase("{name} plays", name=Name(state.players[state.turn or 0].name)),
            whose=figure(state.total),
            ranks=tuple(map(rank_face, self.ranks)),
            chosen=self.chosen,
            refused=self.refused,
            keys=(KeyHint("OK", makes(scene, play)), more if rules.sets else no),
        )
        begun = GatherSetDialog().card(scene, rank) if rules.sets else None
        return Choice(screen=screen, ok=Submit(play, self), more=begun, bust=AskBustDialog())


def _can_be_played(scene: Scene, rank: str) -> bool:
    of_suits = (rank, None) not in adding_game(scene)[0].effects
    cards = [rank + suit for suit in SUITS] if of_suits else [rank]
    refusals = [scene.trial(Play(card=card)) for card in cards]
    return any(refused is None or asks_for_more(refused.refusal) for refused in refusals)


def _kept_for(scene: Scene, rank: str) -> tuple[bool, int]:
    """Return a sort key for a rank by how long players keep its cards, longest first.

    Near the target, players hold the cards that can still be played at it. Of the others they keep
    those that add least.
    """
    rules, state = adding_game(scene)
    cards = [Card(rank, suit) for suit in (None, *SUITS) if (rank, suit) in rules.effects]
    at_target = replace(state, total=rules.target)
    if any(playable(rules, at_target, state.turn or 0, card) for card in cards):
        return False, 0
    changes = [way.change for card in cards for way in rules.ways(card) or ()]
    return True, min(
        change.applied(state.total, value) for change in changes for value in change.offers
    )


LOWEST, HIGHEST = -999, 999
"""The range of a call (docs/reference/buttons.md, "The six buttons")."""


class CallDialog(WidgetDialog):
    """The dial for the called total. It starts empty, and the first key shows the last dialed call,
    never the answer.
    """

    value: int | None = None

    @classmethod
    def start(cls, scene: Scene) -> Move:
        """Return the dial, or a refusal if a call cannot be checked."""
        if adding_game(scene)[1].call is None:
            return Reject(Illegal(NothingToClaim()), headline=phrase("No call"))
        return cls()

    def widget(self, scene: Scene) -> Dial:
        state = adding_game(scene)[1]
        name = state.players[state.call.seat if state.call else 0].name
        keys = check_keys(self.value, in_context("key", "no"))
        title = phrase("{name} called", name=Name(name))
        return Dial(
            screen=DialScreen(title, "", self.value, LOWEST, HIGHEST, keys=keys),
            ok=Close() if self.value is None else Claim(total=self.value),
            start=scene.last_called,
            first=phrase("Answer first: which total was called?"),
        )
