"""A game under way with everything that can be taken back: what a referee and a table both hold."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.errors import Illegal
from companion.rules import families
from companion.rules.commands import AskState, AskVariants, Claim, Command, New, Step, Undo
from companion.rules.events import Event
from companion.rules.families import Rules, State
from companion.rules.variant import Variant


class Moment(msgspec.Struct, frozen=True):
    """One state of a game and the events that led to it."""

    state: State
    events: tuple[Event, ...]


class Game:
    """The one who applies commands in order: `moments` runs from the first deal to now.

    `rules` is None until a game has been started. With `stickers` the jokers are told apart by the
    numbers on their stickers, which the line protocol does not know.
    """

    def __init__(self, variants: Mapping[str, Variant], *, stickers: bool = False) -> None:
        self.variants = variants
        self.stickers = stickers
        self.rules: Rules | None = None
        self.moments: list[Moment] = []

    @property
    def state(self) -> State | None:
        """The state in force; None before any game."""
        return self.moments[-1].state if self.moments else None

    def public(self) -> dict[str, object] | None:
        """The state as the protocol prints it."""
        if self.rules is None or not self.moments:
            return None
        return families.public_state(self.rules, self.moments[-1].state)

    def listing(self) -> list[dict[str, object]]:
        """What can be played, in the form of the protocol's ``variants``."""
        return [
            {
                "name": variant.name,
                "title": variant.title,
                "players": list(variant.players),
                "provenance": variant.provenance,
            }
            for variant in self.variants.values()
        ]

    def obey(self, command: Command) -> dict[str, Any]:
        """Applies an accepted command: its events, or for a claim the verdict.

        Raises:
            Illegal: refused; nothing has changed.
        """
        match command:
            case New():
                return {"events": self._new(command)}
            case AskState() | AskVariants():
                return {"events": ()}
            case Undo(count):
                return {"events": self._undo(count)}
            case Claim():
                _, state = self._under_way()
                return {"claim": families.judge(state, command)}
        moment = self.decide(command)
        self.moments.append(moment)
        return {"events": moment.events}

    def decide(self, command: Step) -> Moment:
        """The moment that `command` would lead to; nothing changes.

        Raises:
            Illegal: it would be refused.
        """
        rules, state = self._under_way()
        return Moment(*families.step(rules, state, command))

    def _under_way(self) -> tuple[Rules, State]:
        if self.rules is None or not self.moments:
            raise Illegal("no-game")
        return self.rules, self.moments[-1].state

    def _new(self, command: New) -> tuple[Event, ...]:
        variant = self.variants.get(command.variant)
        if variant is None:
            raise Illegal("unknown-variant", {"variant": command.variant})
        rules = families.rules_in_force(variant, command.house, len(command.players), stickers=self.stickers)
        check_players(variant, command.players)
        state, events = families.start(rules, command)
        self.rules, self.moments = rules, [Moment(state, events)]
        return events

    def _undo(self, count: int) -> tuple[Event, ...]:
        self._under_way()
        if count >= len(self.moments):
            raise Illegal("nothing-to-undo", {"count": count, "possible": len(self.moments) - 1})
        del self.moments[-count:]
        return ()


def check_players(variant: Variant, names: tuple[str, ...]) -> None:
    """Raises ``bad-players`` for names that are missing, repeated, or too few or many for the variant."""
    fewest, most = variant.players
    told: dict[str, object] = {"fewest": fewest, "most": most, "title": variant.title}
    if len(names) < fewest or (most is not None and len(names) > most):
        raise Illegal("bad-players", told | {"why": "count", "count": len(names)})
    if "" in names:
        raise Illegal("bad-players", told | {"why": "empty"})
    if len(set(names)) < len(names):
        twice, _ = Counter(names).most_common(1)[0]
        raise Illegal("bad-players", told | {"why": "twice", "name": twice})
