"""The edits that are tried where the chips counted are not those of the box
(docs/reference/rules.md 1.7).
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import JOKER, RANKS, SUITS, Card, bare_card
from companion.core.commands import Accept, Bust, Deal, New, Play, Set, Shield, Step
from companion.core.disagreement import Candidate, Edit, Observed, card_edits
from companion.core.events import Cause, Paid
from companion.core.family import HistoryEntry
from companion.core.refusals import ChoiceNeeded
from companion.core.seats import State
from companion.errors import Illegal
from companion.games.adding.dealing import start
from companion.games.adding.evaluate import playable
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState

EARLIER: Final = 0.7
"""How likely it is that a bust was not paid, compared with the one after it."""
OF_BUSTS: Final[Mapping[Cause, float]] = {"bust-twice": 0.5, "bust-missed": 0.1}
"""How likely a bust was none, or was missed at some place,
compared with the last one not being paid.
"""
BY_HAND: Final = 0.01
"""How likely it is that nothing of it explains the chips, compared with the same."""


def of_everybody(seen: Observed, state: State) -> Observed:
    """Return what was seen; where only chips of players were, all others have those of the box."""
    held = {player.name: player.chips or 0 for player in state.players}
    if seen.total is not None or seen.turn is not None or held.keys().isdisjoint(seen.chips):
        return seen
    return replace(seen, chips=held | seen.chips)


def chip_edits(
    rules: AddingRules,
    counted: Sequence[HistoryEntry],
    place: int,
    edits: Iterable[Candidate],
    chips: Mapping[str, int],
) -> Iterator[Candidate]:
    """Yield those `edits` at `place` that are of busts;
    at the last place, that chips lie elsewhere.

    The `chips` were counted, those of a player by name, or of the "pot", which says nothing of who
    busted.
    """
    state = counted[-1].state
    if rules.chips is None:
        return
    for candidate in edits if any(state.seat_of(name) is not None for name in chips) else ():
        if candidate.edit.cause in OF_BUSTS:
            yield candidate._replace(likelihood=OF_BUSTS[candidate.edit.cause])
    if place == len(counted):
        yield from _paid(counted, chips)


def _paid(counted: Sequence[HistoryEntry], chips: Mapping[str, int]) -> Iterator[Candidate]:
    """Yield that a bust was not paid, or paid twice, the last one first; then that nobody knows.

    No other plays put right a chip that stayed where it was: the box takes what was counted.
    """
    state, likelihood = counted[-1].state, 1.0
    for place in range(len(counted) - 1, 0, -1):
        command, events = counted[place].command, counted[place].events
        paid = [event for event in events if isinstance(event, Paid)]
        for player, count in ((event.player, event.chips) for event in paid):
            held = state.chips_of(player)
            is_out = state.seat_of(player) not in state.seats_in
            back = Set(chips={player: held + count}, still_in={player: True} if is_out else {})
            more = Set(chips={player: max(held - count, 0)})
            entered = command if isinstance(command, Bust | Play) else None
            yield Candidate(
                Edit("chip-not-paid", place, player, entered, back), (back,), 0, likelihood
            )
            yield Candidate(
                Edit("chip-paid-twice", place, player, entered, more), (more,), 0, likelihood
            )
        likelihood *= EARLIER if paid else 1.0
    players = {name: count for name, count in chips.items() if state.seat_of(name) is not None}
    if players:
        now = Set(chips=players)
        edit = Edit("by-hand", len(counted), next(iter(players)), now=now)
        yield Candidate(edit, (now,), 0, BY_HAND)


WEIGHTS: Final[Mapping[Cause, float]] = {
    "card-missed": 0.5,
    "other-choice": 3.0,
    "card-twice": 0.06,
    "other-card": 0.042,
    "set": 0.07,
    "order": 0.25,
    "bust-missed": 0.4,
    "bust-twice": 0.02,
}
"""How likely each cause is at a place where it may have been one.

That is its rate of all that goes wrong, and more for a cause that is possible at few places, or
mostly without consequence: a bust is rare, few cards have a choice, and most plays may change
places.
"""
BUST_MISSED: Final[Mapping[str, float]] = {"out": 2.0, "chip, play on": 3.0}
"""How many times likelier a bust was missed where the game goes on with the same cards:
it looks like a 0.
"""
PAIRS: Final = 0.15
"""How often two cards are played at once where that is allowed."""
BUST_ANYWAY: Final = 0.001
"""How likely a player busts who could play: mostly somebody who does not see it."""
SLIPS: Final[Mapping[int, float]] = {1: 0.013, 2: 0.009, 10: 0.013}
"""How likely the players are out by so many up, or by so many down;
any other number is `SLIP_BY_ANOTHER`.
"""
SLIP_BY_ANOTHER: Final = 0.0003


class AddingFaults:
    """The edits of an adding game; where chips alone were counted, only those that move chips."""

    def __init__(self, rules: AddingRules, counted: Sequence[HistoryEntry], seen: Observed) -> None:
        self.rules, self.counted = rules, counted
        self.seen = of_everybody(seen, counted[-1].state)
        self.chips = seen.chips if seen.total is None and seen.turn is None else {}
        self.two_things = not self.chips
        pack = rules.pack
        self.copies = {Card(JOKER): pack.decks * pack.jokers}
        for rank in RANKS:
            suits = (None,) if (rank, None) in rules.effects else SUITS
            self.copies |= {Card(rank, suit): pack.decks * (1 if suit else 4) for suit in suits}
        self._unseen: dict[int, dict[Card, int]] = {}
        self._judged: dict[tuple[int, int, int], tuple[list[tuple[Card, float]], float]] = {}

    def candidates(self, place: int, state: State) -> Iterator[Candidate]:
        """Yield the edits before the entry at `place`, and of it,
        in a game with that `state` before it.
        """
        if not isinstance(state, AddingState):
            return
        edits = (*self._missed(place, state), *self._entered(place, state))
        if self.chips:
            yield from chip_edits(self.rules, self.counted, place, edits, self.chips)
            return
        yield from card_edits(self.counted, place, state, WEIGHTS, self._legal(place, state)[0], 1)
        yield from edits

    def likely(self, place: int, state: State, command: Step) -> float:
        """Return how likely a player does that: busts with nothing to play,
        and else plays any card.
        """
        if not isinstance(command, Bust) or not isinstance(state, AddingState) or self.chips:
            return 1.0
        return max(
            (1.0 - self._legal(place, state)[1]) ** max(self.rules.hand_size, 1), BUST_ANYWAY
        )

    def slip(self, state: State) -> float:
        """Return how likely the players are out by so many as they are, if `state` is right."""
        total = self.seen.total
        if total is None or state.total is None or not replace(self.seen, total=None).fits(state):
            return 0.0
        return SLIPS.get(abs(total - state.total), SLIP_BY_ANOTHER)

    def same(self, state: State) -> Hashable:
        """Return what decides how a game goes on: of the cards on the pile, only the shields."""
        if not isinstance(state, AddingState):
            raise TypeError("an adding game has states of its own")
        turns = bool(self.rules.first_turns_without)
        players = tuple(player if turns else replace(player, turns=0) for player in state.players)
        shields = tuple(card for card in state.pile if (card.rank, card.suit) in self.rules.shields)
        return replace(state, players=players, pile=shields, lying=0, call=None)

    alike = same

    def _missed(self, place: int, state: AddingState) -> Iterator[Candidate]:
        """Yield what may have been done before the entry at `place`."""
        if state.phase != "play":
            return
        for card, share in (
            self._legal(place, state)[0] if self.rules.sets and state.owed == 1 else ()
        ):
            pair = self._edit("card-missed", place, state, None, Play(cards=(str(card),) * 2))
            likelihood = pair.likelihood * share * PAIRS
            yield pair._replace(edit=replace(pair.edit, alike=(card,)), likelihood=likelihood)
        missed = self._edit("bust-missed", place, state, None, Bust())
        missed = missed._replace(
            likelihood=missed.likelihood * BUST_MISSED.get(self.rules.bust, 1.0)
        )
        if not self.rules.has_next_hand or place == len(self.counted):
            yield missed
        if self.rules.has_next_hand and self.rules.up_card == "none":
            yield missed._replace(steps=(Bust(), Deal()))
        begun = self.counted[place - 1].command
        if isinstance(begun, New) and isinstance(begun.up_card, str):
            # Nothing takes the place of the command that begins a game: the total is set after it.
            for total in self._first_totals(begun):
                missed = self._edit("other-choice", place, state, None, Set(total=total))
                yield missed._replace(
                    edit=replace(missed.edit, player=state.players[state.dealer].name)
                )

    def _entered(self, place: int, state: AddingState) -> Iterator[Candidate]:
        """Yield what may have been done in place of the entry at `place`, or of two entries."""
        command, after = (
            *(entry.command for entry in self.counted[place : place + 2]),
            None,
            None,
        )[:2]
        match command:
            case Play():
                yield from self._other(place, state, replace(command, player=UNSET), after)
            case Bust():
                yield self._edit(
                    "bust-twice", place, state, command, None, replaced=1 + isinstance(after, Deal)
                )
            case Accept():
                for card in self._left(place):
                    yield self._edit("other-choice", place, state, command, Shield(card=str(card)))
            case Shield():
                yield self._edit("other-choice", place, state, command, Accept())
            case Deal(up_card=str()):
                other = replace(command, up_value=UNSET, up_target=UNSET)
                deal = self._edit("other-choice", place, state, command, other)
                yield deal._replace(edit=replace(deal.edit, player=state.deals_next))

    def _other(
        self, place: int, state: AddingState, command: Play, after: object
    ) -> Iterator[Candidate]:
        """Yield what may have been played in place of a card, or of two."""
        if state.phase != "play":
            return
        cards = command.all_cards
        choice = replace(command, value=UNSET, target=UNSET)
        yield self._edit("other-choice", place, state, command, choice)
        same = (*cards, *(bare_card(cards[0]).rank,) * 4)
        sets = [(1, same[:count]) for count in (1, 2, 3, 4)]
        if isinstance(after, Play):
            sets.append((2, cards + after.all_cards))
        for replaced, texts in sets if self.rules.sets else ():
            now = Play(card=texts[0]) if len(texts) == 1 else Play(cards=texts)
            yield self._edit("set", place, state, command, now, replaced=replaced)

    def _first_totals(self, begun: New) -> list[int]:
        """Return the totals that the up-card may make with which a game begins."""
        try:
            start(self.rules, replace(begun, up_value=UNSET))
        except Illegal as illegal:
            if isinstance(illegal.refusal, ChoiceNeeded):
                values = illegal.refusal.options
                return [
                    start(self.rules, replace(begun, up_value=value))[0].total for value in values
                ]
        return []

    def _left(self, place: int) -> dict[Card, int]:
        """Return how many of each card lie on no pile at `place` and are not played later."""
        if place not in self._unseen:
            piles = [
                entry.state.pile
                for entry in self.counted[place - 1 :]
                if isinstance(entry.state, AddingState)
            ]
            ends = (at for at in range(1, len(piles)) if len(piles[at]) < len(piles[at - 1]))
            gone = Counter[Card]()
            for card in piles[next(ends, len(piles)) - 1]:
                gone.update({Card(card.rank), Card(card.rank, card.suit)})
            left = {card: copies - gone[card] for card, copies in self.copies.items()}
            self._unseen[place] = {card: count for card, count in left.items() if count > 0}
        return self._unseen[place]

    def _legal(self, place: int, state: AddingState) -> tuple[list[tuple[Card, float]], float]:
        """Return the cards that the player to act may play, with their shares;
        and their part of all.
        """
        seat, left = state.turn or 0, self._left(place)
        key = place, state.total, state.players[seat].turns if self.rules.first_turns_without else 0
        if key not in self._judged:
            legal = [card for card in left if playable(self.rules, state, seat, card)]
            count = sum(left[card] for card in legal)
            shares = [(card, left[card] / count) for card in legal]
            self._judged[key] = shares, count / max(sum(left.values()), 1)
        return self._judged[key]

    def _edit(
        self,
        cause: Cause,
        place: int,
        state: AddingState,
        entered: Step | None,
        now: Step | None,
        replaced: int = 1,
    ) -> Candidate:
        """Return the edit of an entry, or of none, by the player who is to act."""
        by = self.counted[place - 1].state if now is None else state
        edit = Edit(cause, place, by.name_of(by.lit) or "", entered, now)
        return Candidate(
            edit, () if now is None else (now,), 0 if entered is None else replaced, WEIGHTS[cause]
        )
