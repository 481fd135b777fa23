"""One mistake per game: a true game, a box with a wrong entry, and players who notice it."""

import random
from collections.abc import Callable, Mapping
from itertools import count
from typing import NamedTuple, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.commands import Accept, Bust, Deal, Play, Shield, Step
from companion.core.disagreement import Observed
from companion.core.family import HistoryEntry
from companion.core.refusals import ChoiceNeeded
from companion.core.seats import State
from companion.errors import Illegal
from companion.games.adding.evaluate import legal_values, read_cards
from companion.games.adding.state import AddingState
from tests.disagree.truth import Done, TrueGame
from tests.drivers.game import GameDriver
from tests.table.tables import VARIANTS

KINDS: Mapping[str, float] = {
    "card-missed": 50,
    "other-choice": 12,
    "card-twice": 8,
    "other-card": 6,
    "set": 5,
    "order": 4,
    "bust-missed": 5,
    "bust-twice": 2,
    "slip": 8,
}
"""How often each kind of mistake happens, in percent of all mistakes (docs/disagreement.md)."""

TOTAL_HEARD = 0.8
LIGHT_SEEN = 0.5
PLAYS_AT_MOST = 8
PLAYS_BEFORE = (4, 40)
"""The range of the number of plays before a mistake may happen."""

TRIES = 60
"""The number of plays after which another kind of mistake is drawn if one is not possible."""

DRAWN_AGAIN = 200
"""The number of games played to find one in which a kind of mistake can happen and be noticed."""

FAMILIES = {
    "98": tuple(name for name in VARIANTS if "ninety-eight" in name),
    "99": tuple(name for name in VARIANTS if "ninety-nine" in name),
    "100": tuple(name for name in VARIANTS if name.startswith("one-hundred")),
}


class ImpossibleError(Exception):
    """A kind of mistake that cannot happen here, or that the players cannot notice: it is drawn
    again.
    """


class Truth(Protocol):
    """The true game, which continues after the disagreement."""

    @property
    def moments(self) -> list[HistoryEntry]: ...

    @property
    def done(self) -> list[Done]: ...

    def next(self) -> Done | None: ...


class Disagreement(NamedTuple):
    """The state of the box when the mistake is noticed, the players' report, and the truth."""

    kind: str
    players: int
    variant: str
    box: GameDriver
    truth: Truth
    true_state: State
    seen: Observed
    later: int
    """The number of plays entered between the mistake and the moment it was noticed."""
    enter: Callable[[Done], None]
    """Enters at the box what is done at the table from now on."""


def disagreement(family: str, seed: str) -> Disagreement:
    """Return the mistake of this seed."""
    chance = random.Random(seed)  # noqa: S311 - games, not secrets
    kinds = {kind: rate for kind, rate in KINDS.items() if kind != "set" or family == "98"}
    for tried in count(0):
        if tried % DRAWN_AGAIN == 0:
            kind = chance.choices(list(kinds), list(kinds.values()))[0]
        variant = VARIANTS[chance.choice(FAMILIES[family])]
        fewest, most = variant.players
        players = chance.randint(max(fewest, 2), min(most or 8, 8))
        try:
            return _Evening(variant.name, players, kind, chance).run()
        except ImpossibleError:
            continue
    raise AssertionError


class RefusedError(Exception):
    """The box refuses a play that was made at the table, so the players notice."""


class _Evening:
    def __init__(self, variant: str, count: int, kind: str, chance: random.Random) -> None:
        self.kind, self.chance = kind, chance
        self.truth = TrueGame(VARIANTS[variant], count, chance, reads_suits=chance.random() < 0.5)
        self.box = GameDriver()
        self.box.obey(self.truth.new)
        self.later = 0

    def run(self) -> Disagreement:
        for _ in range(self.chance.randint(*PLAYS_BEFORE)):
            self.enter(self.do())
        for _ in range(TRIES):
            self.fault_at = len(self.truth.moments)
            if self.kind == "slip":
                if self.box_state.lit is None:
                    raise ImpossibleError
                return self.slip()
            done = self.do()
            if self.goes_wrong(done):
                break
            self.enter(done)
        else:
            raise ImpossibleError
        return self.until_noticed()

    @property
    def box_state(self) -> AddingState:
        return self.box.adding

    def do(self) -> Done:
        done = self.truth.next()
        if done is None:
            raise ImpossibleError  # the game is over
        return done

    # Continuation

    def until_noticed(self) -> Disagreement:
        while True:
            before = self.truth.state
            if self.noticed():
                return self.found(before)
            if before.phase == "game-over" or self.later == PLAYS_AT_MOST:
                return self.found(before)
            done = self.do()
            try:
                self.enter(done)
            except RefusedError:
                if isinstance(done.command, Deal):
                    before = self.truth.state  # unknown before the deal
                return self.found(before)
            self.later += isinstance(done.command, Play)

    def noticed(self) -> bool:
        if self.just_noticed == self.later:
            return False
        self.just_noticed = self.later
        true, box = self.truth.state, self.box_state
        hears = true.total != box.total and self.chance.random() < TOTAL_HEARD
        sees = true.lit != box.lit and self.chance.random() < LIGHT_SEEN
        return hears or sees

    just_noticed = -1

    def found(self, true: AddingState) -> Disagreement:
        box = self.box_state
        if true.lit is None or (true.total, true.lit) == (box.total, box.lit):
            raise ImpossibleError
        seen = Observed(true.total, true.lit)
        return Disagreement(
            self.kind,
            len(self.truth.names),
            self.truth.rules.variant,
            self.box,
            self.truth,
            true,
            seen,
            self.later,
            self.enter,
        )

    def slip(self) -> Disagreement:
        true = self.truth.state
        off = self.chance.choice([1, 1, 1, 10, 10, 10, 2, 2, self.chance.randint(3, 20)])
        total = true.total + self.chance.choice([-off, off])
        return Disagreement(
            self.kind,
            len(self.truth.names),
            self.truth.rules.variant,
            self.box,
            self.truth,
            true,
            Observed(total, true.lit),
            0,
            self.enter,
        )

    # Entries

    def enter(self, done: Done) -> None:
        """Enter at the box what was done at the table.

        Raises:
        RefusedError: the box refuses it.
        """
        command, box = done.command, self.box_state
        if isinstance(command, Accept | Shield):
            if isinstance(command, Accept) and box.phase != "shield":
                return  # the box did not ask
        elif box.phase == "shield":
            self.tell(Accept())
        if isinstance(command, Play):
            self.tell(command, done.value)
        else:
            self.tell(command)

    def tell(self, command: Step, value: int | None = None) -> None:
        if isinstance(command, Play) and command.value is not UNSET:
            command = replace(command, value=UNSET)  # the box asks if necessary
        try:
            self.box.obey(command)
        except Illegal as illegal:
            match illegal.refusal:
                case ChoiceNeeded(values) if isinstance(command, Play) and value in values:
                    self.box.obey(replace(command, value=value))
                case _:
                    raise RefusedError from None

    def tell_wrong(self, command: Step) -> None:
        """Enter a play that was not made; refusal by the box means that it is impossible here."""
        try:
            if isinstance(command, Play):
                command = self.truth.answered(self.box, command)
            self.box.obey(command)
        except Illegal:
            raise ImpossibleError from None

    # Mistakes

    def goes_wrong(self, done: Done) -> bool:
        """Enter the play wrongly; return False if it cannot go wrong in this way."""
        match self.kind:
            case "card-missed":
                return isinstance(done.command, Play)
            case "other-choice":
                return self.other_choice(done)
            case "card-twice":
                return self.card_twice(done)
            case "other-card":
                return self.other_card(done)
            case "set":
                return self.wrong_set(done)
            case "order":
                return self.wrong_order(done)
            case "bust-missed":
                if not isinstance(done.command, Bust):
                    return False
                self.deal_after_bust()
                return True
            case "bust-twice":
                return self.bust_twice(done)
        raise AssertionError(self.kind)

    def other_choice(self, done: Done) -> bool:
        command = done.command
        others: list[Step] = []
        if isinstance(command, Shield):
            others = [Accept()]
        elif isinstance(command, Play):
            before = self.truth.moments[-2].state
            assert isinstance(before, AddingState)
            cards = read_cards(self.truth.rules, command.all_cards)
            effects = tuple(way for card in cards for way in self.truth.rules.ways(card) or ())
            if any(effect.change.is_choice for effect in effects):
                values = list(legal_values(self.truth.rules, before.total, effects))
                others += [replace(command, value=value) for value in values if value != done.value]
            if command.target is not UNSET:
                names = [
                    before.players[seat].name for seat in before.seats_in if seat != before.turn
                ]
                others += [
                    replace(command, target=name) for name in names if name != command.target
                ]
        if not others:
            return False
        self.tell_wrong(self.chance.choice(others))
        return True

    def card_twice(self, done: Done) -> bool:
        if not isinstance(done.command, Play):
            return False
        again = self.chance.random() < 0.5
        if again and not isinstance(done.command.card, str):
            return False
        self.enter(done)
        if again:
            extra = Play(card=done.command.all_cards[0])
        else:
            extra = Play(card=self.truth.text(self.chance.choice(self.truth.unseen())))
        if self.box_state.phase != "play":
            raise ImpossibleError
        self.tell_wrong(extra)
        return True

    def other_card(self, done: Done) -> bool:
        if not isinstance(done.command, Play) or not isinstance(done.command.card, str):
            return False
        other = self.truth.text(self.chance.choice(self.truth.unseen()))
        if other == done.command.card:
            return False
        self.tell_wrong(Play(card=other))
        return True

    def wrong_set(self, done: Done) -> bool:
        command = done.command
        if not isinstance(command, Play) or not self.truth.rules.sets:
            return False
        texts = command.all_cards
        if len(texts) == 1:
            rank = self.truth.pile[-1].rank
            same = [card for card in self.truth.unseen() if card.rank == rank]
            if not same or self.chance.random() < 0.9:
                return False
            told = [replace(command, card=UNSET, cards=(*texts, self.truth.text(same[0])))]
        elif self.chance.random() < 0.5:
            told = [replace(command, cards=UNSET, card=texts[0])]
        else:
            told = [replace(command, cards=UNSET, card=text) for text in texts]
        for play in told:
            self.tell_wrong(play)
        return True

    def wrong_order(self, done: Done) -> bool:
        if not isinstance(done.command, Play):
            return False
        after = self.do()
        if not isinstance(after.command, Play) or after.command.all_cards == done.command.all_cards:
            raise ImpossibleError
        try:
            self.enter(after)
            self.enter(done)
        except RefusedError:
            raise ImpossibleError from None
        return True

    def bust_twice(self, done: Done) -> bool:
        if not isinstance(done.command, Bust) and self.chance.random() < 0.97:
            return False
        self.enter(done)
        self.tell_wrong(Bust())
        if self.box_state.phase == "hand-over":
            self.box.obey(Deal())
        return True

    def deal_after_bust(self) -> None:
        """Deal at the table after a bust that was not entered at the box."""
        if self.truth.state.phase == "hand-over":
            self.do()
