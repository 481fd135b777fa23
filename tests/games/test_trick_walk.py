"""Every deal of a small pack played in every way: the trick engine against a few plain lines of the
rules.

The engine sees no hands. A round in which all cards are played is an order of the pack, and each
order is the play of exactly one deal. All orders are therefore all deals with all possible plays,
including revokes and restricted leads. At every eleventh step each card is tried with every
possible field, as well as commands other than plays. With `DEPTH=full` this happens at every step,
and the pack of four suits is larger.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from companion.core.commands import Bust, Claim, Deal, Judged, New, Play, Score, Step
from companion.core.family import Rules
from companion.core.seats import State
from companion.errors import Illegal
from companion.games import family_of
from companion.games.tricks.variant import OthersPay, RoundEntry, TrickVariant
from tests.depth import FULL
from tests.drivers.game import as_read
from tests.games.plain_tricks import (
    NAMES,
    SUITS,
    Before,
    Fields,
    Plain,
    PlainRound,
    Played,
    Refusal,
)

SPARSE = 1 if FULL else 11
"""Everything is tried once in this number of steps."""


class Small(NamedTuple):
    """A minimal game, one round played twice: as a variant, and in plain words."""

    ranks: tuple[str, ...]
    suits: str
    players: int
    entry: RoundEntry
    plain: Plain
    follow: bool = True
    penalty: int = 0

    @property
    def out(self) -> tuple[str, ...]:
        """Return the cards of the suits that are not dealt."""
        return tuple(rank + suit for suit in SUITS for rank in self.ranks if suit not in self.suits)

    def rules(self) -> Rules:
        variant = TrickVariant(
            name="small",
            title="Small",
            short="sm",
            provenance="own",
            source="",
            players=(self.players, self.players),
            ranks=self.ranks,
            removed={self.players: self.out},
            follow=self.follow,
            wins="highest" if self.plain.wins == "highest" else "lowest",
            until=None,
            revoke_penalty=0,
            rounds=(self.entry, self.entry),
        )
        house = {"revoke_penalty": self.penalty} if self.penalty else {}
        return family_of(variant).rules_of(variant, house, self.players)

    def after(self, before: Before, plays: tuple[Played, ...]) -> PlainRound:
        return PlainRound(
            self.plain, self.ranks, self.suits, self.follow, self.penalty, before, plays
        )


FLAGS: list[Fields] = [
    {},
    {"only_suit": True},
    {"accept_revoke": True},
    {"only_suit": True, "accept_revoke": True},
    {"value": 1, "target": "Bo"},
    {"value": 1, "target": "Bo", "only_suit": True, "accept_revoke": True},
    {"value": 1, "only_suit": True, "accept_revoke": True},
]
STANDS = FLAGS[3]
"""With these fields any unplayed card is accepted."""
NO_PLAYS: list[Fields] = [
    {"card": "X", "player": "Zoe"},
    {"card": "", "value": 1},
    {"card": "Q/1"},
    {"card": "JK", "target": "Zoe"},
    {"card": "2C"},
    {"card": "KH/2"},
    {"card": "K", "value": 1},
    {"cards": ["K", "X"]},
    {"cards": ["K", "JK"]},
    {"cards": ["KH", "K"]},
    {"cards": ["KH", "KS"], "value": 1},
    {"card": "KH", "player": "Ann"},
    {"card": "KH", "player": "Bo"},
]


class Walk:
    """One game walked from its first deal to all of its ends.

    `steps` counts the accepted plays; `seen` are the codes and the events that occurred.
    """

    def __init__(self, small: Small) -> None:
        self.small, self.rules = small, small.rules()
        self.steps = 0
        self.seen: set[str] = set()
        self.liveliest: tuple[int, State, Before] | None = None

    def whole(self) -> None:
        """Walk all of round 1, then all of round 2 after the liveliest end of round 1."""
        many = self.small.players
        names = tuple(NAMES[:many])
        state, events = family_of(self.rules).start(
            self.rules, New(variant="small", players=names, dealer="Bo")
        )
        before = Before(1, 1, (0,) * many, 0)
        self.dealt(state, events, before)
        self.walk(state, self.small.after(before, ()), ())
        assert self.liveliest is not None
        _, state, before = self.liveliest
        self.walk(state, self.small.after(before, ()), ())

    def walk(self, state: State, now: PlainRound, plays: tuple[Played, ...]) -> None:
        """Try everything possible here, then continue after each accepted play."""
        self.do_something_else(state, now)
        stood: dict[Played, State] = {}
        for fields in self.tries(now):
            expected = now.objection(fields)
            if expected is not None:
                self.refused(state, Play(**fields), expected)
                continue
            card = fields["card"]
            played = Played(card, now.is_restricted(card), (now.turn, card[-1]) in now.voids)
            after, events = family_of(self.rules).step(self.rules, state, Play(**fields))
            if played in stood:
                assert after == stood[played], (plays, fields)  # fields without meaning are ignored
                continue
            stood[played] = after
            then = (*plays, played)
            plain = self.small.after(now.before, then)
            self.agree(after, events, plain)
            self.steps += 1
            self.walk(after, plain, then)
        assert len(stood) == (0 if now.over else len(now.deck) - len(plays))

    def tries(self, now: PlainRound) -> Iterator[Fields]:
        """Yield everything that is tried at one step."""
        if self.steps % SPARSE:
            yield from ({"card": card, **STANDS} for card in now.deck if card not in now.gone)
            return
        for card in now.deck:
            for flags in [STANDS] if card in now.gone else FLAGS:
                yield {"card": card, **flags}
        yield from NO_PLAYS
        for card in self.small.out[:1]:
            yield {"card": card, "player": now.names[now.turn]}

    def agree(self, state: State, events: tuple[Any, ...], plain: PlainRound) -> None:
        """Require that the plain lines yield this state and these events."""
        assert as_read(family_of(self.rules).public_state(self.rules, state)) == plain.public()
        assert msgspec.json.decode(msgspec.json.encode(events)) == plain.events
        self.agree_beside(state, plain)
        assert family_of(self.rules).miscount(self.rules, state) is None
        self.seen.update(event["event"] for event in plain.events)

    def agree_beside(self, state: Any, plain: PlainRound) -> None:
        """Compare the fields that replies do not print."""
        assert {(void.seat, void.suit): void.trick for void in state.voids} == plain.voids
        assert len(state.voids) == len(plain.voids)
        assert [str(card) for card in state.played] == plain.gone
        taken = state.taken
        laid = None if taken is None else [(each.seat, str(each.card)) for each in taken.cards]
        assert (None if taken is None else (taken.seat, laid, taken.points)) == plain.taken

    def refused(self, state: State, command: Step, expected: Refusal) -> None:
        """Require that the engine refuses with this code and these facts."""
        with pytest.raises(Illegal) as illegal:
            family_of(self.rules).step(self.rules, state, command)
        assert (illegal.value.code, illegal.value.facts) == expected, command
        self.seen.add(expected[0])

    def do_something_else(self, state: State, now: PlainRound) -> None:
        """Try other commands: invalid ones, claims of points, the next deal."""
        self.refused(state, Bust(), ("not-in-this-game", {}))
        if now.over:
            self.refused(state, Score(points={}), (now.phase, {}))
            self.claims(state, now)
        else:
            self.refused(state, Deal(), ("not-now", {}))
            with pytest.raises(Illegal, match="nothing-to-claim"):
                family_of(state).judge(state, Claim(player="Ann", points=0))
        if not now.over and now.gone:
            self.refused(state, Score(points={}), ("not-now", {}))
        if now.phase == "game-over":
            self.refused(state, Deal(), ("game-over", {}))
        if now.phase == "round-over":
            self.deal(state, now)

    def claims(self, state: State, now: PlainRound) -> None:
        """Try right and wrong claims of points."""
        for player in now.public()["players"]:
            actual = player["round_points"]
            for called in (actual, actual + 1):
                judged = family_of(state).judge(state, Claim(player=player["name"], points=called))
                assert judged == Judged(player["name"], called, actual, correct=called == actual)

    def deal(self, state: State, now: PlainRound) -> None:
        """Deal the second round: points and revokes stay, the deal passes, everything else is
        reset.
        """
        before = Before(2, (now.before.dealer + 1) % len(now.names), tuple(now.points), now.revokes)
        after, events = family_of(self.rules).step(self.rules, state, Deal())
        self.dealt(after, events, before)
        liveliness = 10 * now.revokes + len(now.voids) + now.broken
        if self.liveliest is None or liveliness > self.liveliest[0]:
            self.liveliest = (liveliness, after, before)

    def dealt(self, state: State, events: tuple[Any, ...], before: Before) -> None:
        """Check a round as it begins."""
        plain = self.small.after(before, ())
        told = {"round": before.number, "player": NAMES[before.dealer], "cards": plain.held[0]}
        plain.events = [{"event": "round-dealt", **told}]
        self.agree(state, events, plain)


HIGH = ("Q", "K", "A")
HEARTS = {"QH": 10, "KH": 10, "AH": 10}
ROUNDS = {
    "each trick": (RoundEntry(trick=10), Plain(trick=10)),
    "hearts": (
        RoundEntry(restricted="H", cards={"H": 10}, ends="last card"),
        Plain(restricted="H", cards=HEARTS, early=True),
    ),
    "queens": (
        RoundEntry(cards={"Q": 25}, ends="last card"),
        Plain(cards={"QH": 25, "QS": 25}, early=True),
    ),
    "king of spades": (
        RoundEntry(restricted="S", cards={"KS": 100}, ends="last card"),
        Plain(restricted="S", cards={"KS": 100}, early=True),
    ),
    "last trick": (RoundEntry(last_trick=100), Plain(last=100)),
    "all of them": (
        RoundEntry(restricted="H", trick=10, last_trick=100, cards={"H": 10, "Q": 25, "KS": 100}),
        Plain(restricted="H", trick=10, last=100, cards={**HEARTS, "QH": 35, "QS": 25, "KS": 100}),
    ),
    "first, last and queen": (
        RoundEntry(first_trick=1, last_trick=1, cards={"QS": 1}, sweep=1),
        Plain(first=1, last=1, cards={"QS": 1}, sweep=1),
    ),
    "a sweep that ends early": (
        RoundEntry(restricted="S", cards={"QH QS": 1, "AS": 2}, sweep=5, ends="last card"),
        Plain(restricted="S", cards={"QH": 1, "QS": 1, "AS": 2}, sweep=5, early=True),
    ),
    "a moon with a gain": (
        RoundEntry(cards={"H": 1, "QS": 13, "KS": -10}, sweep=OthersPay(26)),
        Plain(cards={"QH": 1, "KH": 1, "AH": 1, "QS": 13, "KS": -10}, others=26),
    ),
    "a trump and single tricks": (
        RoundEntry(trump="S", trick=2, last_trick=-3, last_tricks=2, tricks={"1": 5}),
        Plain(trump="S", trick=2, last=-3, last_many=2, numbers={1: 5}),
    ),
}
TRICKS = {2: "three tricks", 3: "two tricks"}
"""The number of tricks from six cards, by players; `make test` walks each round for one."""
ALL_ORDERS = 720 + 720 + 360 + 120 + 30 + 6
"""The steps of a full round of six cards: its orders, and every prefix of one."""


def walked(small: Small) -> Walk:
    walk = Walk(small)
    walk.whole()
    return walk


@pytest.mark.parametrize(
    ("which", "players"),
    [
        pytest.param(which, players, marks=[] if (place + players) % 2 else [pytest.mark.full])
        for place, which in enumerate(ROUNDS)
        for players in TRICKS
    ],
)
def test_every_deal_of_two_suits_agrees_with_the_plain_rules(which: str, players: int) -> None:
    entry, plain = ROUNDS[which]
    walk = walked(Small(HIGH, "HS", players, entry, plain, penalty=7))
    assert walk.steps < 2 * ALL_ORDERS if plain.early else walk.steps == 2 * ALL_ORDERS
    refusals = {
        "bad-card",
        "not-in-deck",
        "suit-needed",
        "sets-not-allowed",
        "already-played",
        "revoke",
    }
    refusals |= {
        "unknown-player",
        "not-your-turn",
        "bad-target",
        "bad-value",
        "not-now",
        "not-in-this-game",
    }
    told = {
        "round-dealt",
        "to-trick",
        "void-shown",
        "revoked",
        "trick-taken",
        "round-over",
        "game-over",
    }
    if plain.restricted:
        told |= {"only-suit", "broken", "restricted-lead"}
    if plain.sweep or plain.others:
        told |= {"swept"}
    assert walk.seen == told | refusals


@pytest.mark.parametrize("which", ["hearts", "all of them"])
def test_card_of_another_suit_shows_no_void_if_following_is_optional(which: str) -> None:
    entry, plain = ROUNDS[which]
    walk = walked(Small(HIGH, "HS", 2, entry, plain, follow=False))
    assert "void-shown" not in walk.seen
    assert {"only-suit", "revoke"} <= walk.seen


def test_suit_that_never_opens_agrees_with_the_plain_rules_if_the_most_points_win() -> None:
    entry = RoundEntry(restricted="H", restricted_opens=False, cards={"H": -2}, sweep=9)
    hearts = dict.fromkeys(HEARTS, -2)
    plain = Plain(restricted="H", opens=False, cards=hearts, sweep=9, wins="highest")
    walk = walked(Small(HIGH, "HS", 2, entry, plain, penalty=-3))
    assert {"only-suit", "restricted-lead", "swept"} <= walk.seen
    assert "broken" not in walk.seen


def test_every_deal_of_three_suits_with_declared_leads_agrees_with_the_plain_rules() -> None:
    restricted = RoundEntry(restricted="D", trick=1, cards={"D": 1, "KS": 3})
    plain = Plain(restricted="D", trick=1, cards={"QD": 1, "KD": 1, "KS": 3})
    walk = walked(Small(("Q", "K"), "DHS", 2, restricted, plain))
    assert {"only-suit", "broken", "restricted-lead", "revoke", "revoked"} <= walk.seen


def test_every_deal_of_four_suits_with_declared_leads_agrees_with_the_plain_rules() -> None:
    ranks = ("Q", "K") if FULL else ("K",)
    entry = RoundEntry(restricted="H", trick=1, last_trick=5, cards={"H": 1, "KS": 3})
    hearts = {rank + "H": 1 for rank in ranks}
    plain = Plain(restricted="H", trick=1, last=5, cards={**hearts, "KS": 3})
    walk = walked(Small(ranks, "CDHS", 2, entry, plain, penalty=2))
    assert {"only-suit", "broken", "restricted-lead", "revoke"} <= walk.seen
