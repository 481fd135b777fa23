"""One mistake per trick game: a true game, a box with a wrong entry, and players who notice it."""

import random
from collections.abc import Mapping
from itertools import count

from msgspec.structs import replace

from companion.core.commands import Deal, Play, Step
from companion.core.disagreement import Observed
from companion.core.refusals import RestrictedLead
from companion.errors import Illegal
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickVariant
from tests.disagree.evening import (
    DRAWN_AGAIN,
    LIGHT_SEEN,
    PLAYS_AT_MOST,
    PLAYS_BEFORE,
    TRIES,
    Disagreement,
    ImpossibleError,
    RefusedError,
)
from tests.disagree.trick_truth import TrueTricks
from tests.disagree.truth import Done
from tests.drivers.game import GameDriver
from tests.table.tables import VARIANTS

TRICK_KINDS: Mapping[str, float] = {
    "card-missed": 55,
    "card-twice": 12,
    "other-card": 10,
    "order": 15,
    "slip": 8,
}
"""How often each kind of mistake happens in a trick game, in percent of all mistakes
(docs/disagreement.md).
"""

NEAR = 0.7
"""How often swapped cards are neighbors."""

TRICK_VARIANTS = tuple(name for name, one in VARIANTS.items() if isinstance(one, TrickVariant))


def trick_disagreement(seed: str, *, counts: bool) -> Disagreement:
    """Return the mistake of this seed; if `counts`, the players also report the number of cards in
    the trick.
    """
    chance = random.Random(seed)  # noqa: S311 - games, not secrets
    for tried in count(0):
        if tried % DRAWN_AGAIN == 0:
            kind = chance.choices(list(TRICK_KINDS), list(TRICK_KINDS.values()))[0]
        variant = VARIANTS[chance.choice(TRICK_VARIANTS)]
        fewest, most = variant.players
        players = chance.randint(fewest, most or fewest)
        try:
            return _Evening(variant.name, players, kind, chance, counts=counts).run()
        except ImpossibleError:
            continue
    raise AssertionError


class _Evening:
    def __init__(
        self, variant: str, players: int, kind: str, chance: random.Random, *, counts: bool
    ) -> None:
        self.kind, self.chance, self.counts = kind, chance, counts
        self.truth = TrueTricks(VARIANTS[variant], players, chance)
        self.box = GameDriver()
        self.box.obey(self.truth.new)
        self.later = 0

    def run(self) -> Disagreement:
        for _ in range(self.chance.randint(*PLAYS_BEFORE)):
            self.enter(self.do())
        for _ in range(TRIES):
            if self.kind == "slip":
                return self.slip()
            done = self.do()
            if isinstance(done.command, Play):
                self.goes_wrong(done)
                return self.until_noticed()
            self.enter(done)
        raise ImpossibleError

    def do(self) -> Done:
        done = self.truth.next()
        if done is None:
            raise ImpossibleError  # the game is over
        return done

    # Continuation

    def until_noticed(self) -> Disagreement:
        while True:
            before = self.truth.state
            sees = before.lit != self.box.tricks.lit and self.chance.random() < LIGHT_SEEN
            if sees or self.later == PLAYS_AT_MOST:
                return self.found(before)
            done = self.do()
            try:
                self.enter(done)
            except RefusedError:
                return self.found(before)
            self.later += 1

    def found(self, true: TrickState) -> Disagreement:
        box = self.box.tricks
        count_differs = self.counts and len(true.trick) != len(box.trick)
        if true.lit is None or (true.lit == box.lit and not count_differs):
            raise ImpossibleError  # the players cannot notice it
        return self.noticed(true, true.lit)

    def slip(self) -> Disagreement:
        true = self.truth.state
        if true.lit is None:
            raise ImpossibleError
        others = [seat for seat in true.seats_in if seat != true.lit]
        return self.noticed(true, self.chance.choice(others))

    def noticed(self, true: TrickState, turn: int) -> Disagreement:
        seen = Observed(turn=turn, trick=len(true.trick) if self.counts else None)
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

    # Entries

    def enter(self, done: Done) -> None:
        """Enter at the box what was done at the table.

        Raises:
        RefusedError: the box refuses it.
        """
        command = done.command
        try:
            if not isinstance(command, Play):
                self.box.obey(command)
                return
            try:
                self.box.obey(replace(command, only_suit=False))
            except Illegal as illegal:
                if not command.only_suit or not isinstance(illegal.refusal, RestrictedLead):
                    raise
                self.box.obey(command)
        except Illegal:
            raise RefusedError from None

    def tell_wrong(self, command: Step) -> None:
        """Enter a play that was not made; refusal by the box means that it is impossible here."""
        try:
            self.box.obey(command)
        except Illegal:
            raise ImpossibleError from None

    # Mistakes

    def goes_wrong(self, done: Done) -> None:
        match self.kind:
            case "card-missed":
                pass
            case "card-twice":
                self.enter(done)
                self.tell_wrong(Play(card=self.any_card()))
            case "other-card":
                self.tell_wrong(Play(card=self.any_card()))
            case "order":
                self.wrong_order(done)
            case _:
                raise AssertionError(self.kind)

    def any_card(self) -> str:
        unseen = self.truth.unseen()
        if not unseen:
            raise ImpossibleError
        return str(self.chance.choice(unseen))

    def wrong_order(self, done: Done) -> None:
        between = [done]
        apart = 1 if self.chance.random() < NEAR else 2
        while len(between) <= apart:
            between.append(self.do())
            if isinstance(between[-1].command, Deal):
                raise ImpossibleError
        first, *rest, last = between
        try:
            for one in (last, *rest, first):
                self.enter(one)
        except RefusedError:
            raise ImpossibleError from None
