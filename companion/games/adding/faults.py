"""The corrections tried if the counted chips or the called
total differ from the box's (docs/reference/rules.md 1.7).
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import JOKER, Card, bare_card
from companion.core.commands import Accept, Bust, Deal, Play, Set, Shield, Step
from companion.core.disagreement import Candidate, Edit, Observed, card_edits
from companion.core.events import Cause, Paid
from companion.core.family import HistoryEntry
from companion.core.seats import State
from companion.games.adding.evaluate import playable
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState

EARLIER = 0.7
"""The probability that a bust was not paid, relative to the bust after it."""
OF_BUSTS: Mapping[Cause, float] = {"bust-twice": 0.5, "bust-missed": 0.1}
"""The probability of a wrong or missed bust at some place, relative to an unpaid last bust."""
BY_HAND = 0.01
"""The probability that no fault in the journal explains the chips,
relative to an unpaid last bust.
"""


WEIGHTS: Mapping[Cause, float] = {
    "card-missed": 0.5,
    "other-choice": 3.0,
    "card-twice": 0.06,
    "other-card": 0.042,
    "set": 0.07,
    "order": 0.25,
    "bust-missed": 0.4,
    "bust-twice": 0.02,
}
"""The probability of each cause where it is possible.

This is its share of all faults. Causes that are possible at few places, or mostly have no
consequence, weigh more: a bust is rare, few cards have a choice, and most plays may change places.
"""
BUST_MISSED: Mapping[str, float] = {"out": 2.0, "chip, play on": 3.0}
"""How many times likelier a bust was missed if the game continues with the same cards, because it
looks like a 0.
"""
PAIRS = 0.15
"""The probability that two cards are played at once, in a game that allows it."""
BUST_ANYWAY = 0.001
"""The probability that a player busts who could play, usually because they do not see it."""
SLIPS: Mapping[int, float] = {1: 0.013, 2: 0.009, 10: 0.013}
"""The probability that the players' total is wrong by this number, up or down. For any other number
it is `SLIP_BY_ANOTHER`.
"""
SLIP_BY_ANOTHER = 0.0003


class AddingFaults:
    """The candidate corrections of an adding game;
    if only chips were counted, those that move chips.
    """

    def __init__(self, rules: AddingRules, counted: Sequence[HistoryEntry], seen: Observed) -> None:
        self.rules, self.counted = rules, counted
        self.chips: Mapping[str, int] = {}
        state = counted[-1].state
        if seen.total is None and seen.turn is None:
            self.chips = seen.chips
            held = {player.name: player.chips or 0 for player in state.players}
            if not held.keys().isdisjoint(seen.chips):  # The others have what the box says.
                seen = replace(seen, chips=held | seen.chips)
        self.seen = seen
        self.two_things = not self.chips
        pack = rules.pack
        conditions = rules.conditions
        self.looks_back = any(when.looks_back for when in conditions)
        self.lying_seen = max(self.looks_back, *(n - 1 for n in (*rules.alike, *rules.runs)), 0)
        self.counts_turns = bool(rules.first_turns_without) or any(
            when.first_round is not UNSET for when in conditions
        )
        self.copies = {Card(JOKER): pack.decks * pack.jokers}
        for rank in pack.ranks:
            suits = pack.suits(rank)
            if (rank, None) in rules.effects:
                self.copies[Card(rank)] = pack.decks * len(suits)
            else:
                self.copies |= {Card(rank, suit): pack.decks for suit in suits}
        self._unseen: dict[int, dict[Card, int]] = {}
        self._judged: dict[Hashable, tuple[list[tuple[Card, float]], float]] = {}

    def candidates(self, place: int, state: State) -> Iterator[Candidate]:
        """Yield the edits before the entry at `place`, and of that entry;
        `state` is the state before it.
        """
        if not isinstance(state, AddingState):
            return
        edits = (*self._missed(place, state), *self._entered(place, state))
        if not self.chips:
            cards = self._legal(place, state)[0]
            yield from card_edits(self.counted, place, state, WEIGHTS, cards, 1)
            yield from edits
        elif self.rules.chips is not None:
            for candidate in edits if self._counted_chips() else ():  # The pot shows no player.
                if candidate.edit.cause in OF_BUSTS:
                    yield candidate._replace(likelihood=OF_BUSTS[candidate.edit.cause])
            if place == len(self.counted):
                yield from self._paid()

    def _counted_chips(self) -> dict[str, int]:
        """Return the counted chips of players, without those of the pot."""
        state = self.counted[-1].state
        return {n: count for n, count in self.chips.items() if state.seat_of(n) is not None}

    def _paid(self) -> Iterator[Candidate]:
        """Yield a bust not paid or paid twice, starting with the last bust; then a change by hand.

        No other plays would move a chip, so the box adopts the counted number.
        """
        state, likelihood = self.counted[-1].state, 1.0
        for place in range(len(self.counted) - 1, 0, -1):
            command, events = self.counted[place].command, self.counted[place].events
            entered = command if isinstance(command, Bust | Play) else None
            paid = [
                (event.player, event.chips)
                for event in events
                if isinstance(event, Paid) and event.player is not None and event.is_to_pot
            ]
            for player, count in paid:
                held = state.chips_of(player)
                is_out = state.seat_of(player) not in state.seats_in
                back = Set(chips={player: held + count}, still_in={player: True} if is_out else {})
                more = Set(chips={player: max(held - count, 0)})
                unpaid = Edit("chip-not-paid", place, player, entered, back)
                twice = Edit("chip-paid-twice", place, player, entered, more)
                yield Candidate(unpaid, (back,), 0, likelihood)
                yield Candidate(twice, (more,), 0, likelihood)
            likelihood *= EARLIER if paid else 1.0
        if players := self._counted_chips():
            now = Set(chips=players)
            edit = Edit("by-hand", len(self.counted), next(iter(players)), now=now)
            yield Candidate(edit, (now,), 0, BY_HAND)

    def likely(self, place: int, state: State, command: Step) -> float:
        """Return the probability of a command:
        a bust if nothing can be played, otherwise any card.
        """
        if not isinstance(command, Bust) or not isinstance(state, AddingState) or self.chips:
            return 1.0
        return max(
            (1.0 - self._legal(place, state)[1])
            ** max(self.rules.dealt(state.hand, len(state.seats_in)), 1),
            BUST_ANYWAY,
        )

    def slip(self, state: State) -> float:
        """Return the probability that the players are wrong by this much, if `state` is right."""
        total = self.seen.total
        if total is None or state.total is None or not replace(self.seen, total=None).fits(state):
            return 0.0
        return SLIPS.get(abs(total - state.total), SLIP_BY_ANOTHER)

    def same(self, state: State) -> Hashable:
        """Return the part of the state that determines the rest of the game: in the pile only
        shields matter, and the top cards that a rule looks at.
        """
        if not isinstance(state, AddingState):
            raise TypeError("an adding game has states of its own")
        players = state.players
        if not self.counts_turns:
            players = tuple(replace(player, turns=0) for player in players)
        pile = tuple(card for card in state.pile if (card.rank, card.suit) in self.rules.shields)
        pile += state.pile[max(0, len(state.pile) - self.lying_seen) :]
        return replace(state, players=players, pile=pile, lying=0, call=None)

    alike = same

    def _missed(self, place: int, state: AddingState) -> Iterator[Candidate]:
        """Yield commands that may have been missed before the entry at `place`."""
        if state.phase != "play":
            return
        for card, share in (
            self._legal(place, state)[0] if self.rules.sets and state.owed == 1 else ()
        ):
            both, times = Play(cards=(str(card),) * 2), share * PAIRS
            pair = self._edit("card-missed", place, state, None, both, times=times)
            yield pair._replace(edit=replace(pair.edit, alike=(card,)))
        times = BUST_MISSED.get(self.rules.bust, 1.0)
        missed = self._edit("bust-missed", place, state, None, Bust(), times=times)
        if not self.rules.has_next_hand or place == len(self.counted):
            yield missed
        if self.rules.has_next_hand and self.rules.up_card == "none":
            yield missed._replace(steps=(Bust(), Deal()))

    def _entered(self, place: int, state: AddingState) -> Iterator[Candidate]:
        """Yield commands that may replace the entry at `place`, or two entries."""
        entered = [entry.command for entry in self.counted[place : place + 2]]
        command, after = (*entered, None, None)[:2]
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
                other = replace(command, up_value=UNSET, up_target=UNSET, up_way=UNSET)
                dealer = state.deals_next
                yield self._edit("other-choice", place, state, command, other, player=dealer)

    def _other(
        self, place: int, state: AddingState, command: Play, after: object
    ) -> Iterator[Candidate]:
        """Yield plays that may replace a card, or two."""
        if state.phase != "play":
            return
        cards = command.all_cards
        choice = replace(command, value=UNSET, target=UNSET, way=UNSET)
        yield self._edit("other-choice", place, state, command, choice)
        same = (*cards, *(bare_card(cards[0]).rank,) * 4)
        sets = [(1, same[:count]) for count in (1, 2, 3, 4)]
        if isinstance(after, Play):
            sets.append((2, cards + after.all_cards))
        for replaced, texts in sets if self.rules.sets else ():
            now = Play(card=texts[0]) if len(texts) == 1 else Play(cards=texts)
            yield self._edit("set", place, state, command, now, replaced=replaced)

    def _left(self, place: int) -> dict[Card, int]:
        """Return the number of each card that is on no pile at `place` and is not played later."""
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
        """Return the playable cards of the player to act with their shares,
        and their share of all cards.
        """
        seat, left = state.turn or 0, self._left(place)
        key = (
            place,
            state.total,
            state.players[seat].turns if self.counts_turns else 0,
            len(state.seats_in),
            state.pile[-1:] if self.looks_back else (),
            state.busted,
        )
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
        *,
        player: str | None = None,
        times: float = 1.0,
    ) -> Candidate:
        """Return an edit of an entry, or an inserted one, by the player to act or another `player`;
        `times` is how many times likelier than usual it is.
        """
        if player is None:
            by = self.counted[place - 1].state if now is None else state
            player = by.name_of(by.lit) or ""
        return Candidate(
            Edit(cause, place, player, entered, now),
            () if now is None else (now,),
            0 if entered is None else replaced,
            WEIGHTS[cause] * times,
        )
