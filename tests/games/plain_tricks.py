"""A few plain lines that play one round of a trick game, written from docs/reference/rules.md and
not from the engine.

A round is replayed from its beginning for each question. This is slow, but shares nothing with
the engine.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Fields = dict[str, Any]
Refusal = tuple[str, Fields]

NAMES = ["Ann", "Bo", "Cy"]
SUITS = "CDHS"
NO_CARDS = ["X", "", "Q/1"]
"""Texts that are not cards, as far as the walk tries any."""


class Plain(NamedTuple):
    """The costs of a round, with every card written out, and when it ends."""

    restricted: str | None = None
    trick: int = 0
    first: int = 0
    last: int = 0
    cards: Mapping[str, int] = {}
    sweep: int = 0
    early: bool = False
    opens: bool = True
    trump: str | None = None
    last_many: int = 1
    numbers: Mapping[int, int] = {}
    others: int | None = None
    wins: str = "lowest"


class Before(NamedTuple):
    """The start of a round: its number, the dealer's seat, points and revokes so far."""

    number: int
    dealer: int
    points: tuple[int, ...]
    revokes: int


class Played(NamedTuple):
    """A card played, whether it was led as the only suit left, and whether it was an accepted
    revoke.
    """

    card: str
    only_suit: bool
    revoke: bool


class PlainRound:
    """A round after these plays. A game has two rounds, so both kinds of end occur.

    Args:
        plain: the costs.
        ranks: the ranks, lowest first.
        suits: the suits that are dealt.
        follow: whether suit must be followed.
        penalty: what a revoke costs.
        before: how the round begins.
        plays: the cards in order.
    """

    def __init__(
        self,
        plain: Plain,
        ranks: tuple[str, ...],
        suits: str,
        follow: bool,
        penalty: int,
        before: Before,
        plays: tuple[Played, ...] = (),
    ) -> None:
        self.plain, self.ranks, self.follow, self.penalty, self.before = (
            plain,
            ranks,
            follow,
            penalty,
            before,
        )
        many = len(before.points)
        self.names = NAMES[:many]
        self.deck = [rank + suit for suit in suits for rank in ranks]
        self.held = [len(self.deck) // many] * many
        self.tricks, self.paid, self.penalties = [0] * many, [0] * many, [0] * many
        self.things: list[list[int]] = [[] for _ in range(many)]
        self.turn = (before.dealer + 1) % many
        self.trick: list[tuple[int, str]] = []
        self.taken: tuple[int, list[tuple[int, str]], int] | None = None
        self.gone: list[str] = []
        self.voids: dict[tuple[int, str], int] = {}
        self.broken = self.over = False
        self.revokes = before.revokes
        self.number = 1
        self.events: list[Fields] = []
        for played in plays:
            self.play(played)

    def play(self, played: Played) -> None:
        """Play the next card; `events` are the resulting events."""
        seat, name, suit = self.turn, self.names[self.turn], played.card[-1]
        self.events = [
            {"event": "to-trick", "player": name, "card": played.card, "led": self.trick == []}
        ]
        if played.only_suit:
            self.events.append({"event": "only-suit", "player": name, "suit": suit})
        if played.revoke:
            told = {"trick": self.voids[seat, suit], "penalty": self.penalty}
            self.events.append({"event": "revoked", "player": name, "suit": suit, **told})
            self.revokes += 1
            self.penalties[seat] += self.penalty
        if played.only_suit:
            for other in SUITS.replace(suit, ""):
                self.show_void(seat, other)
        if self.trick and suit != self.led:
            self.did_not_follow(seat, suit)
        self.trick.append((seat, played.card))
        self.gone.append(played.card)
        self.held[seat] -= 1
        self.turn = (seat + 1) % len(self.names)
        if len(self.trick) == len(self.names):
            self.take()

    @property
    def led(self) -> str | None:
        return self.trick[0][1][-1] if self.trick else None

    def show_void(self, seat: int, suit: str) -> bool:
        """Record a void; return whether it was shown for the first time."""
        if (seat, suit) in self.voids:
            return False
        self.voids[seat, suit] = self.number
        return True

    def did_not_follow(self, seat: int, suit: str) -> None:
        name = self.names[seat]
        if self.follow and self.show_void(seat, str(self.led)):
            self.events.append({"event": "void-shown", "player": name, "suit": self.led})
        if suit == self.plain.restricted and self.plain.opens and not self.broken:
            self.broken = True
            self.events.append({"event": "broken", "player": name, "suit": suit})

    def take(self) -> None:
        """Give the trick to the highest trump or card of the led suit, whose player pays."""
        trumps = [card for _, card in self.trick if card[-1] == self.plain.trump]
        heights = [
            (self.ranks.index(card[:-1]), seat, card)
            for seat, card in self.trick
            if (card in trumps if trumps else card[-1] == self.led)
        ]
        _, taker, best = max(heights)
        self.over = len(self.gone) == len(self.deck)
        if self.plain.early and all(card in self.gone for card in self.plain.cards):
            self.over = True
        last_of_all = len(self.deck) // len(self.names)
        number = self.plain.trick + self.plain.numbers.get(self.number, 0)
        if self.number == 1:
            number += self.plain.first
        if self.over or self.number > last_of_all - self.plain.last_many:
            number += self.plain.last
        things = [number, *(self.plain.cards.get(card, 0) for _, card in self.trick)]
        self.things[taker] += things
        cost = sum(things)
        told = {"card": best, "trick": self.number, "points": cost}
        self.events.append({"event": "trick-taken", "player": self.names[taker], **told})
        self.paid[taker] += cost
        self.tricks[taker] += 1
        self.taken = (taker, self.trick, cost)
        self.turn, self.trick, self.number = taker, [], self.number + 1
        if self.over:
            self.end()

    def end(self) -> None:
        """Charge the sweep to a player who took everything; then begin the next round or name the
        winners.
        """
        costs = [[each for each in things if self.is_cost(each)] for things in self.things]
        takers = [seat for seat, taken in enumerate(costs) if taken]
        if len(takers) == 1 and (self.plain.sweep or self.plain.others is not None):
            self.sweep(takers[0], sum(costs[takers[0]]))
        if self.before.number == 1:
            deals = self.names[(self.before.dealer + 1) % len(self.names)]
            self.events.append({"event": "round-over", "round": 1, "deals": deals})
        else:
            alone = self.winners[0] if len(self.winners) == 1 else None
            told = {"winner": alone, "losers": [], "winners": self.winners}
            self.events.append({"event": "game-over", **told})

    def is_cost(self, number: int) -> bool:
        return number > 0 if self.plain.wins == "lowest" else number < 0

    def sweep(self, sweeper: int, everything: int) -> None:
        """Charge the player who took everything, or all others."""
        told: Fields = {"player": self.names[sweeper], "points": self.plain.sweep}
        if self.plain.others is None:
            self.paid[sweeper] += self.plain.sweep
        else:
            told |= {"points": -everything, "others": self.plain.others}
            self.paid[sweeper] -= everything
            for seat in range(len(self.names)):
                self.paid[seat] += self.plain.others * (seat != sweeper)
        self.events.append({"event": "swept", **told})

    @property
    def points(self) -> list[int]:
        every = zip(self.before.points, self.paid, self.penalties, strict=True)
        return [sum(each) for each in every]

    @property
    def winners(self) -> list[str]:
        if not self.over or self.before.number == 1:
            return []
        best = min(self.points) if self.plain.wins == "lowest" else max(self.points)
        return [
            name for name, points in zip(self.names, self.points, strict=True) if points == best
        ]

    @property
    def phase(self) -> str:
        if not self.over:
            return "play"
        return "round-over" if self.before.number == 1 else "game-over"

    def public(self) -> Fields:
        """Return the state as replies print it."""
        trump = {} if self.plain.trump is None else {"trump": self.plain.trump}
        return {
            **trump,
            "variant": "small",
            "phase": self.phase,
            "round": self.before.number,
            "turn": None if self.over else self.names[self.turn],
            "dealer": self.names[self.before.dealer],
            "led": self.led,
            "restricted": self.plain.restricted,
            "broken": self.broken,
            "trick": [{"player": self.names[seat], "card": card} for seat, card in self.trick],
            "revokes": self.revokes,
            "players": [
                {
                    "name": name,
                    "points": self.points[seat],
                    "round_points": self.paid[seat] + self.penalties[seat],
                    "tricks": self.tricks[seat],
                    "cards": self.held[seat],
                }
                for seat, name in enumerate(self.names)
            ],
            "winners": self.winners,
        }

    def objection(self, fields: Fields) -> Refusal | None:
        """Return why a play must be refused, with the facts of the refusal; None if it is legal."""
        if self.over:
            return self.phase, {}
        now = self.names[self.turn]
        if fields.get("player", now) not in self.names:
            return "unknown-player", {}
        if fields.get("player", now) != now:
            return "not-your-turn", {"turn": now}
        return self.wrong_cards(fields) or self.wrong_play(fields)

    def wrong_cards(self, fields: Fields) -> Refusal | None:
        """Return the first fault of the cards themselves. Each kind of fault is checked for all
        cards before the next.
        """
        cards = fields.get("cards") or [fields["card"]]
        for card in cards:
            if card in NO_CARDS:
                return "bad-card", {"card": card}
        for card in cards:
            if card not in self.deck and card not in self.ranks:
                return "not-in-deck", {"card": card}
        for card in cards:
            if card in self.ranks:
                return "suit-needed", {"card": card}
        if len(cards) > 1:
            return "sets-not-allowed", {}
        return ("already-played", {"card": cards[0]}) if cards[0] in self.gone else None

    def wrong_play(self, fields: Fields) -> Refusal | None:
        """Return why this one card cannot be played now."""
        suit = fields["card"][-1]
        if self.is_restricted(fields["card"]) and not fields.get("only_suit"):
            return "restricted-lead", {"suit": suit}
        shown = self.voids.get((self.turn, suit))
        if shown is not None and not fields.get("accept_revoke"):
            return "revoke", {"trick": shown, "suit": suit}
        if "target" in fields:
            return "bad-target", {"options": []}
        if "value" in fields:
            return "bad-value", {"options": []}
        return None

    def is_restricted(self, card: str) -> bool:
        """Return whether the card may not be led."""
        return self.trick == [] and not self.broken and card[-1] == self.plain.restricted
