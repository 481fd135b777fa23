"""What may have gone wrong at one place between a table and a box in an adding game.

Each is a `Fault`: the edit of one entry, and the steps that the mended game has in its place.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, assert_never

import msgspec
from msgspec import UNSET

from companion.rules.adding.effects import Effect, SetWithin, is_choice
from companion.rules.adding.evaluate import (
    effects_of,
    legal_values,
    read_cards,
    total_after,
    who_can_be_named,
)
from companion.rules.adding.likelihood import (
    BUST_ANYWAY,
    BUST_MISSED,
    ONE_AS_SET,
    SET_AS_ONE,
    SET_AS_TWO,
    SET_PLAYED,
    TWICE_ALIKE,
    WEIGHTS,
)
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.commands import Accept, Bust, Deal, New, Play, Set, Shield, Step
from companion.rules.disagreement import Edit

replace = msgspec.structs.replace

Valued = Play | Deal | Set
"""A command that may say to what a card sets the total: a play, a deal of its up-card, or a total by hand."""

Solve = Callable[[AddingState, int, Valued, SetWithin], tuple[int, float] | None]
"""Returns the value of a command that leads to what the players say, and how likely it is; None if none does.

It is called with the state before the command, the place that follows it, and the numbers to choose from.
"""


def with_value(command: Valued, value: int) -> Valued:
    """Return the command with another value of its card; what is set by hand is the total itself."""
    match command:
        case Play():
            return replace(command, value=value)
        case Deal():
            return replace(command, up_value=value)
        case Set():
            return replace(command, total=value)
        case _:
            assert_never(command)


class Fault(NamedTuple):
    """One thing that may have gone wrong: `steps` stand in the place of the next `taken` entries.

    `weight` says how likely it is, before anybody has noticed anything.
    """

    edit: Edit
    steps: tuple[Step, ...]
    taken: int
    weight: float


class CardClass(msgspec.Struct, frozen=True):
    """The cards with one effect: ranks where the suit makes no difference, else single cards."""

    number: int
    effect: Effect
    cards: tuple[Card, ...]


class Unseen(NamedTuple):
    """The cards of one class that somebody may hold, the likeliest first, and how many they are."""

    of: CardClass
    cards: tuple[Card, ...]
    left: int


class CardClasses:
    """Every card of a pack by what it does."""

    def __init__(self, rules: AddingRules) -> None:
        self.rules = rules
        found: dict[Effect, list[Card]] = {}
        for rank in (*RANKS, *((JOKER,) if rules.pack.jokers else ())):
            whole = rank == JOKER or (rank, None) in rules.effects
            for suit in (None,) if whole else SUITS:
                effect = rules.effects[rank, suit]
                found.setdefault(replace(effect, call=""), []).append(Card(rank, suit))
        self.all = tuple(
            CardClass(number, effect, tuple(cards)) for number, (effect, cards) in enumerate(found.items())
        )
        self._numbers = {
            (card.rank, suit): one.number
            for one in self.all
            for card in one.cards
            for suit in ((None, *SUITS) if card.suit is None else (card.suit,))
        }

    def number(self, card: Card) -> int:
        """Return the number of the class of a card."""
        return self._numbers[card.rank, card.suit]

    def unseen(self, lying: Sequence[Card]) -> list[Unseen]:
        """Return what is left of each class besides the cards that are `lying`."""
        gone = Counter((card.rank, card.suit) for card in lying)
        of_rank = Counter(card.rank for card in lying)
        decks, jokers = self.rules.pack.decks, self.rules.pack.jokers
        result = []
        for one in self.all:
            faces: list[tuple[int, Card]] = []
            for card in one.cards:
                if card.suit is None:
                    count = decks * (jokers if card.is_joker else 4) - of_rank[card.rank]
                else:
                    count = decks - gone[card.rank, card.suit]
                if count > 0:
                    faces.append((count, card))
            if faces:
                faces.sort(key=lambda counted: -counted[0])
                result.append(Unseen(one, tuple(card for _, card in faces), sum(count for count, _ in faces)))
        return result


def _asks(effect: Effect) -> bool:
    return effect.names_somebody or is_choice(effect.change)


def _numbers(effects: Sequence[Effect]) -> SetWithin:
    """Return the numbers to choose from of cards that set the total to any of these."""
    return next(effect.change for effect in effects if isinstance(effect.change, SetWithin))


class Faults:
    """All that may have gone wrong in a stretch of a game, place by place.

    Args:
        rules: those of the game.
        commands: what was entered in the stretch, without the names of the players.
        states: the states of the box, before the first command and after each.
        solve: finds the value of a card that sets the total to any number.
        new: the command that began the game, if the stretch begins with its first play.
    """

    def __init__(
        self,
        rules: AddingRules,
        commands: Sequence[Step],
        states: Sequence[AddingState],
        solve: Solve,
        new: New | None = None,
    ) -> None:
        self.rules, self.commands, self.states, self.solve, self.new = rules, commands, states, solve, new
        self.solves = True
        self.classes = CardClasses(rules)
        whole = self.classes.unseen(())
        asks = sum(one.left for one in whole if _asks(one.of.effect))
        self.choice_share = max(asks, 1) / sum(one.left for one in whole)
        lying = [self._lying(place) for place in range(len(states))]
        self._unseen = [self.classes.unseen(cards) for cards in lying]
        self._gone = [Counter(card.rank for card in cards) for cards in lying]

    def put_in(self, place: int, state: AddingState) -> Iterator[Fault]:
        """Yield what may have been done at the table before the entry at `place`, and was not entered."""
        if state.phase != "play":
            return
        player = state.name_of(state.turn) or ""
        cannot = self._cannot(place, state)
        for now, alike, share in self._plays(place, state):
            edit = Edit("card-missed", place, player, None, now, alike)
            yield Fault(edit, (now,), 0, WEIGHTS["card-missed"] * (1.0 - cannot) * share)
        yield from self._bust_missed(place, player, cannot)
        if place == 0 and self.new is not None and isinstance(self.new.up_card, str):
            yield from self._first_up_card(state, self.new.up_card)

    def put_right(self, place: int, state: AddingState) -> Iterator[Fault]:
        """Yield what may have been done at the table in place of the entry at `place`, or of two entries."""
        command = self.commands[place]
        match command:
            case Play():
                yield from self._other_than_play(place, state, command)
            case Bust():
                with_deal = place + 1 < len(self.commands) and isinstance(self.commands[place + 1], Deal)
                edit = Edit("bust-twice", place, self._player(place), command)
                weight = WEIGHTS["bust-twice"] / self._cannot(place, self.states[place])
                yield Fault(edit, (), 2 if with_deal else 1, weight)
            case Accept():
                for card in self._shields(place):
                    now = Shield(card=str(card))
                    edit = Edit("other-choice", place, self._player(place), command, now)
                    yield Fault(edit, (now,), 1, WEIGHTS["other-choice"])
            case Deal(up_card=str(card)):
                yield from self._up_card(place, state, command, card)
            case Shield():
                edit = Edit("other-choice", place, self._player(place), command, Accept())
                yield Fault(edit, (Accept(),), 1, WEIGHTS["other-choice"])

    def bust_likelihood(self, place: int, state: AddingState) -> float:
        """Return how much likelier the bust at `place` is with `state` right than with that of the box."""
        box = self.states[place]
        return 1.0 if box.total == state.total else self._cannot(place, state) / self._cannot(place, box)

    def _player(self, place: int) -> str:
        state = self.states[place]
        return state.name_of(state.lit) or ""

    def _bust_missed(self, place: int, player: str, cannot: float) -> Iterator[Fault]:
        weight = WEIGHTS["bust-missed"] * BUST_MISSED.get(self.rules.bust, 1.0) * cannot
        edit = Edit("bust-missed", place, player, None, Bust())
        new_hand = self.rules.bust == "chip, new hand"
        if not new_hand or place == len(self.commands):
            yield Fault(edit, (Bust(),), 0, weight)
        if new_hand and self.rules.up_card == "none":
            yield Fault(edit, (Bust(), Deal()), 0, weight)

    def _other_than_play(self, place: int, state: AddingState, command: Play) -> Iterator[Fault]:
        cards = read_cards(self.rules, command.all_cards)
        own = self.classes.number(cards[0])
        near = [self._cards_at(other) for other in (place - 1, place + 1)]
        weight = WEIGHTS["card-twice"] * (TWICE_ALIKE if command.all_cards[-1:] in near else 1.0)
        yield Fault(Edit("card-twice", place, self._player(place), command), (), 1, weight)
        if state.phase != "play":
            return
        player = state.name_of(state.turn) or ""
        if len(cards) == 1:
            for now, alike, share in self._plays(place, state, without=own):
                if isinstance(now.card, str):
                    edit = Edit("other-card", place, player, command, now, alike)
                    yield Fault(edit, (now,), 1, WEIGHTS["other-card"] * share)
        yield from self._choices(place, state, command, cards)
        yield from self._sets(place, player, command, cards)
        after = self.commands[place + 1] if place + 1 < len(self.commands) else None
        if isinstance(after, Play):
            if self.classes.number(read_cards(self.rules, after.all_cards)[0]) != own:
                edit = Edit("order", place, player, command, after)
                yield Fault(edit, (after, command), 2, WEIGHTS["order"])
            others = after.all_cards
            if self.rules.sets and read_cards(self.rules, others)[0].rank == cards[0].rank:
                now = replace(command, card=UNSET, cards=command.all_cards + others)
                yield Fault(Edit("set", place, player, command, now), (now,), 2, WEIGHTS["set"] * SET_AS_TWO)

    def _choices(
        self, place: int, state: AddingState, command: Play, cards: tuple[Card, ...]
    ) -> Iterator[Fault]:
        """Yield the play of the same cards with another value, or for another player."""
        effects = effects_of(self.rules, cards)
        was_value = self.states[place + 1].value_taken
        player = state.name_of(state.turn) or ""
        weight = WEIGHTS["other-choice"] / self.choice_share
        other: list[Play] = []
        if any(isinstance(effect.change, SetWithin) for effect in effects):
            if not self.solves:
                return
            solved = self.solve(state, place + 1, command, _numbers(effects))
            if solved is not None and solved[0] != was_value:
                other.append(replace(command, value=solved[0]))
                weight *= solved[1]
        elif any(is_choice(effect.change) for effect in effects):
            values = legal_values(self.rules, state.total, effects)
            other += [replace(command, value=value) for value in values if value != was_value]
        if any(effect.names_somebody for effect in effects):
            names = (state.players[named].name for named in who_can_be_named(state, state.turn))
            other += [replace(command, target=name) for name in names if name != command.target]
        for now in other:
            edit = Edit("other-choice", place, player, command, now)
            yield Fault(edit, (now,), 1, weight / len(other))

    def _up_card(self, place: int, state: AddingState, command: Deal, card: str) -> Iterator[Fault]:
        """Yield the deal with another choice for the card that the dealer turned up."""
        effects = effects_of(self.rules, read_cards(self.rules, (card,)))
        dealt = self.states[place + 1]
        weight = WEIGHTS["other-choice"] / self.choice_share
        other: list[Step] = []
        for value, likely in self._other_values(state, place + 1, command, effects, dealt.value_taken):
            other.append(with_value(command, value))
            weight *= likely
        if any(effect.names_somebody for effect in effects):
            names = (dealt.players[named].name for named in who_can_be_named(dealt, dealt.dealer))
            other += [replace(command, up_target=name) for name in names if name != command.up_target]
        for now in other:
            edit = Edit("other-choice", place, dealt.players[dealt.dealer].name, command, now)
            yield Fault(edit, (now,), 1, weight / len(other))

    def _first_up_card(self, state: AddingState, card: str) -> Iterator[Fault]:
        """Yield the other totals that the up-card of the first deal makes, with which a game begins.

        Nothing takes the place of the command that begins a game: the total is set before the first play.
        """
        effects = effects_of(self.rules, read_cards(self.rules, (card,)))
        weight = WEIGHTS["other-choice"] / self.choice_share
        now = Set(total=state.total)
        other = list(self._other_values(state, 0, now, effects, state.value_taken))
        for value, likely in other:
            total = total_after(self.rules, 0, effects, value)
            edit = Edit("other-choice", 0, state.players[state.dealer].name, None, with_value(now, total))
            yield Fault(edit, (with_value(now, total),), 0, weight * likely / len(other))

    def _other_values(
        self, state: AddingState, then: int, command: Deal | Set, effects: tuple[Effect, ...], was: int | None
    ) -> Iterator[tuple[int, float]]:
        """Yield the other values of an up-card, and how likely it is one of these; `was` is what it took."""
        if any(isinstance(effect.change, SetWithin) for effect in effects):
            solved = self.solve(state, then, command, _numbers(effects)) if self.solves else None
            if solved is not None and solved[0] != was:
                yield solved
        elif any(is_choice(effect.change) for effect in effects):
            values = legal_values(self.rules, 0, effects)
            yield from ((value, 1.0) for value in values if value != was)

    def _sets(self, place: int, player: str, command: Play, cards: tuple[Card, ...]) -> Iterator[Fault]:
        if not self.rules.sets:
            return
        rank = cards[0].rank
        for count in range(1, 5):  # where the pack has fewer, the rules refuse the set
            if count == len(cards):
                continue
            kept = command.all_cards[:count]
            texts = kept + (rank,) * (count - len(kept))
            now = (
                replace(command, card=texts[0], cards=UNSET)
                if count == 1
                else replace(command, card=UNSET, cards=texts)
            )
            more = count - len(cards)
            share = SET_AS_ONE * SET_PLAYED ** (more - 1) if more > 0 else ONE_AS_SET
            yield Fault(Edit("set", place, player, command, now), (now,), 1, WEIGHTS["set"] * share)

    def _plays(
        self, place: int, state: AddingState, *, without: int | None = None
    ) -> Iterator[tuple[Play, tuple[Card, ...], float]]:
        """Yield the plays that differ in what they do, the cards alike, and their share of all plays."""
        total = 0
        found: list[tuple[Unseen, list[int | None], float]] = []
        then = place if without is None else place + 1
        for unseen in self._unseen[place]:
            values, likely = self._values(then, state, unseen)
            if values:
                total += unseen.left
                found.append((unseen, values, likely))
        names: tuple[str, ...] = ()
        for unseen, values, likely in found:
            if unseen.of.number == without:
                continue
            if unseen.of.effect.names_somebody:
                seats = who_can_be_named(state, state.turn)
                names = tuple(state.players[seat].name for seat in seats)
            text = str(unseen.cards[0])
            choices = len(values) * (len(names) if unseen.of.effect.names_somebody else 1)
            share = unseen.left / total * likely / max(choices, 1)
            if without is None and self.rules.sets and state.owed == 1:
                share *= 1.0 - SET_PLAYED
                twice = tuple(card for card in unseen.cards if self._left(place, card) > 1)
                for play in self._pairs(state, unseen, twice):
                    yield play, twice, SET_PLAYED * unseen.left / total
            for value in values:
                play = Play(card=text) if value is None else Play(card=text, value=value)
                if unseen.of.effect.names_somebody:
                    for name in names:
                        yield replace(play, target=name), unseen.cards, share
                else:
                    yield play, unseen.cards, share

    def _pairs(self, state: AddingState, unseen: Unseen, twice: tuple[Card, ...]) -> Iterator[Play]:
        """Yield the plays of two cards of a class as a set, of the cards that are left `twice`."""
        effect = unseen.of.effect
        if not twice or effect.names_somebody or isinstance(effect.change, SetWithin):
            return
        pair = Play(cards=(str(twice[0]),) * 2)
        if not is_choice(effect.change):
            yield pair
            return
        values = list(legal_values(self.rules, state.total, (effect, effect)))
        for value in values:
            yield replace(pair, value=value) if len(values) > 1 else pair

    def _values(self, then: int, state: AddingState, unseen: Unseen) -> tuple[list[int | None], float]:
        """Return the values worth trying for a card, and how likely it is one of these.

        The values are [None] where there is nothing to say, and [] if the card is over.
        """
        effect = unseen.of.effect
        if isinstance(effect.change, SetWithin):
            play, numbers = Play(card=str(unseen.cards[0])), effect.change
            solved = self.solve(state, then, play, numbers) if self.solves else None
            return ([], 0.0) if solved is None else ([solved[0]], solved[1])
        if is_choice(effect.change):
            values = list(legal_values(self.rules, state.total, (effect,)))
            return ([None] if len(values) == 1 else [*values]), 1.0
        return ([None] if self._stays_below(state, effect) else []), 1.0

    def _stays_below(self, state: AddingState, effect: Effect) -> bool:
        return total_after(self.rules, state.total, (effect,), None) <= self.rules.target

    def _cannot(self, place: int, state: AddingState) -> float:
        """Return how likely the player to act can play nothing and busts."""
        cannot: float = (1.0 - self._legal_share(place, state)) ** max(self.rules.hand_size, 1)
        return max(cannot, BUST_ANYWAY)

    def _legal_share(self, place: int, state: AddingState) -> float:
        legal = all_cards = 0
        for unseen in self._unseen[place]:
            all_cards += unseen.left
            effect = unseen.of.effect
            if is_choice(effect.change):
                if next(iter(legal_values(self.rules, state.total, (effect,))), None) is not None:
                    legal += unseen.left
            elif self._stays_below(state, effect):
                legal += unseen.left
        return legal / all_cards if all_cards else 0.0

    def _left(self, place: int, card: Card) -> int:
        """Return how many of a rank nobody has seen at `place`; 0 for a card of which the suit matters."""
        if card.suit is not None:
            return 0
        copies = self.rules.pack.decks * (self.rules.pack.jokers if card.is_joker else 4)
        return copies - self._gone[place][card.rank]

    def _shields(self, place: int) -> Iterator[Card]:
        for unseen in self._unseen[place]:
            if unseen.of.effect.shield:
                yield unseen.cards[0]

    def _cards_at(self, place: int) -> tuple[str, ...]:
        """Return the cards of the play at `place` as they were entered; () where there is none."""
        command = self.commands[place] if 0 <= place < len(self.commands) else None
        return command.all_cards if isinstance(command, Play) else ()

    def _lying(self, place: int) -> list[Card]:
        """Return what nobody can have played at `place`: the cards on the pile, and those played later."""
        lying = list(self.states[place].pile)
        for later, command in enumerate(self.commands[place:], start=place):
            if len(self.states[later + 1].pile) < len(self.states[later].pile):
                break  # a deal, a new pile, or a reshuffle
            if isinstance(command, Play):
                lying.extend(read_cards(self.rules, command.all_cards))
        return lying
