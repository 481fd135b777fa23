"""The dialogs for playing cards by key or scan: ranks, suits, sets and the bust."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.core.cards import JOKER, SUIT_ORDER, SUITS, Card, Pack
from companion.core.commands import Bust, Claim, Play, Repair
from companion.core.family import Rules
from companion.core.questions import asks_for_more
from companion.core.refusals import (
    MixedRanks,
    NothingToClaim,
    NotInDeck,
    SetsNotAllowed,
)
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
from companion.message import Message, Name, Words, in_context, phrase, plural
from companion.screens.model import (
    CardRowScreen,
    ChoiceScreen,
    DialScreen,
    KeyHint,
    Picture,
    RankScreen,
)
from companion.words.busts import bust_costs
from companion.words.cards import face, rank_face
from companion.words.consequences import consequences_sentence
from companion.words.numbers import figure
from companion.words.questions import which_suit

NOT_HELD: Final = frozenset({"not-in-deck", "already-played", "not-drawn"})
"""The refusals of a card that no player holds."""


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


def faces_of(rules: AddingRules) -> tuple[Words, ...]:
    """Return the labels of the ring; the joker's label is the word."""
    return tuple(rank_face(rank) for rank in ranks_of(rules))


def card_face(pack: Pack, text: str) -> Words:
    """Return a dialog's card in its printed form."""
    return face(pack.read(text))


class AsksForSuit(WidgetDialog):
    """A dialog that may ask for the suit of a card.
    A card with a suit, chosen or scanned, is added.
    """

    def unsuited(self) -> Move:
        """Return the next move after UNDO instead of an answer."""
        return self

    def suit_rules(self, scene: Scene) -> Rules | None:
        """Return the rules that define each suit's effect,
        or None while they contradict each other.
        """
        return scene.rules

    def table(self, scene: Scene) -> tuple[str, ...]:
        """Return the names of all players."""
        return scene.names

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        """Return the right end of the title, and the label of OK for `card`."""
        raise NotImplementedError

    def cannot_add(
        self, scene: Scene, card: str, gathered: Sequence[str], headline: Words
    ) -> Move | None:
        """Return the question for the suit of `card`, or its refusal if the pack has no further one
        in addition to those `gathered`; None if it can be added.
        """
        rules = adding_game(scene)[0]
        pack = rules.pack
        read, *others = [pack.named(pack.read(text)) for text in (card, *gathered)]
        if read.suit is None and (read.rank, None) not in rules.effects:
            return PickSuitDialog(self, read.rank)
        if pack.is_spent(read, others):
            return Reject(_gathered_already(read, others), self, headline)
        return None


def _gathered_already(card: Card, others: Sequence[Card]) -> Message:
    """Return why `card` cannot be added to the `others` collected."""
    if card.suit is not None or card.number is not None:
        return phrase("{card} is here already", card=face(card))
    count = sum(other.rank == card.rank for other in others)
    if card.is_joker:
        return plural("There is only {n:d} joker", "There are only {n:d} jokers", count)
    return plural(
        "There is only {n:d} {rank}", "There are only {n:d} {rank}s", count, rank=face(card)
    )


class PickSuitDialog(WidgetDialog):
    """The four suits of a `rank`, each with the number that it adds or sets."""

    asker: AsksForSuit
    rank: str
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        card = self.rank + SUIT_ORDER[self.chosen]
        options = suit_options(scene, self.asker.suit_rules(scene), self.rank, SUIT_ORDER)
        whose, does = self.asker.suit_hints(scene, card)
        title, table = which_suit(self.rank), self.asker.table(scene)
        keys = ok_and_undo(does)
        return Choice(
            screen=ChoiceScreen(title, whose, options, self.chosen, table=table, keys=keys),
            ok=self.asker.card(scene, card),
            undo=self.asker.unsuited(),
        )

    def card(self, scene: Scene, card: str) -> Move:
        return self.asker.card(scene, card)


class AskBustDialog(AsksForSuit):
    """The confirmation of a bust with OK. A scan, or MORE and a rank, adds a card of the hand; the
    last card submits the bust.
    """

    hand: tuple[str, ...] = ()

    def widget(self, scene: Scene) -> Confirmation | Page:
        rules, state = adding_game(scene)
        player = state.players[state.turn or 0]
        more = ShowRankDialog(self)
        if not self.hand:
            paid, chips = payment(rules, player), chips_of(rules, player)
            return Confirmation(
                question=phrase("{name}: bust?", name=Name(player.name)),
                line=bust_cost(rules, player),
                chips=replace(chips, held=paid.left) if paid and chips else None,
                keys=ok_and_undo(in_context("key", "bust"), in_context("key", "no")),
                ok=Submit(Bust()),
                more=more,
            )
        keys = ok_and_undo(
            in_context("key of a shown hand", "bust"), in_context("key of cards", "less")
        )
        faces = tuple(card_face(rules.pack, card) for card in self.hand)
        title, left = phrase("{name} shows", name=Name(player.name)), player.cards - len(self.hand)
        return Page(
            screen=CardRowScreen(title, figure(state.total), faces, left, keys=keys),
            ok=Submit(Bust(hand=self.hand), self),
            more=more,
            undo=AskBustDialog(self.hand[:-1]),
        )

    def card(self, scene: Scene, card: str) -> Move:
        if (move := self.cannot_add(scene, card, self.hand, phrase("No bust"))) is not None:
            return move
        state, hand = adding_game(scene)[1], (*self.hand, card)
        if len(hand) >= state.players[state.turn or 0].cards:
            return Submit(Bust(hand=hand), self)
        refused = scene.trial(Bust(hand=hand))
        if refused is not None and refused.code in NOT_HELD:
            return Submit(Bust(hand=hand), self)
        return AskBustDialog(hand)

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return phrase("shown"), in_context("key", "show")


def bust_cost(rules: AddingRules, player: Player) -> Words:
    """Return what a bust costs the player to act."""
    if rules.on_bust:
        return consequences_sentence(rules.on_bust)
    return bust_costs(rules.bust, payment(rules, player))


class ShowRankDialog(WidgetDialog):
    """The dialog for entering the rank of a card in hand by key."""

    asked: AskBustDialog
    chosen: int = 6

    def widget(self, scene: Scene) -> Choice:
        rules, state = adding_game(scene)
        title = phrase("{name} shows", name=Name(state.players[state.turn or 0].name))
        keys = ok_and_undo(in_context("key", "show"))
        rank, place = rank_at(rules, self.chosen)
        return Choice(
            screen=RankScreen(title, figure(state.total), faces_of(rules), place, keys=keys),
            ok=self.asked.card(scene, rank),
            undo=self.asked,
        )

    def card(self, scene: Scene, card: str) -> Move:
        return self.asked.card(scene, card)


class GatherSetDialog(AsksForSuit):
    """A set in progress.
    Before its first card, LEFT and RIGHT choose the rank; MORE adds a card.
    """

    cards: tuple[str, ...] = ()
    chosen: int = 6

    def widget(self, scene: Scene) -> Choice | Page:
        rules, state = adding_game(scene)
        total = figure(state.total)
        rank, place = rank_at(rules, self.chosen)
        another = self.card(scene, rank)
        if not self.cards:
            add, no = (
                KeyHint("MORE", in_context("key", "add")),
                KeyHint("UNDO", in_context("key", "no")),
            )
            keys = add, no
            screen = RankScreen(phrase("A set of"), total, faces_of(rules), place, keys=keys)
            return Choice(screen=screen, ok=another, more=another)
        faces = tuple(card_face(rules.pack, card) for card in self.cards)
        title = (
            phrase("Set of jokers")
            if rank == JOKER
            else phrase("Set of {rank}s", rank=rank_face(rank))
        )
        keys = ok_and_undo(makes(scene, self.play()), in_context("key of cards", "less"))
        return Page(
            screen=CardRowScreen(title, total, faces, 1, keys=keys),
            ok=Submit(self.play(), self),
            more=another,
            undo=replace(self, cards=self.cards[:-1]) if len(self.cards) > 1 else Close(),
        )

    def card(self, scene: Scene, card: str) -> Move:
        """Return the set with this card added, if possible. Ask for its suit if it matters."""
        rules = adding_game(scene)[0]
        read = rules.pack.read(card)
        ranks = ranks_of(rules)
        if read.rank not in ranks:
            return Reject(Illegal(NotInDeck(str(read), rules.pack.decks)), self)
        place = ranks.index(read.rank)
        if self.cards and place != self.chosen:
            mixed = MixedRanks((ranks[self.chosen], read.rank))
            return Reject(Illegal(mixed), self, phrase("Not a set"))
        asker = replace(self, chosen=place)
        if (move := asker.cannot_add(scene, card, self.cards, phrase("Not a set"))) is not None:
            return move
        grown = GatherSetDialog((*self.cards, card), place)
        refused = scene.trial(grown.play())
        if refused is not None and refused.code in IMPOSSIBLE:
            return Submit(grown.play(), self if self.cards else None)
        return grown

    def unsuited(self) -> Move:
        return self if self.cards else Close()

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return in_context("title", "set"), in_context("key", "add")

    def play(self) -> Play:
        """Return the command that plays the set collected so far."""
        return Play(card=self.cards[0]) if len(self.cards) == 1 else Play(cards=self.cards)


IMPOSSIBLE = frozenset(
    {"not-in-deck", "one-at-a-time", "already-played", "not-enough-cards", "sets-not-allowed"}
)
"""The refusals that no further card can resolve."""


FIRST_RANK = 6
"""The ring of ranks opens at the seven, which is close to all ranks."""


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
        state = adding_game(scene)[1]
        if state.call is None:
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
