"""The bots at the panel: their commands reach the box at a human pace, like those of a phone.

The same view, level and chance always give the same command. It is one that the rules accept; its
family rates it. The referee does not know the hands, so a bot has to follow suit by itself.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random, SystemRandom
from typing import Literal

from msgspec.structs import replace

from companion.box.state import Snapshot
from companion.core.cards import bare_card
from companion.core.commands import Accept, Deal, New, Play, Shield, Step
from companion.core.events import WentOver
from companion.core.family import PlayerView, Rules
from companion.core.questions import Disputed, WhichPlayer
from companion.core.seats import State
from companion.dialogs.idle import idle_dialog
from companion.errors import Illegal
from companion.games import family_of
from companion.message import using
from companion.screens.model import DarkScreen, RestingScreen
from companion.simulation.box import PanelView
from companion.simulation.pack import Hands, labels_of

Level = Literal["easy", "fair", "sharp"]
"""How well a bot plays."""


def view_of(rules: Rules, state: State, hands: Hands, seat: int) -> PlayerView:
    """Return the view of the player at `seat`, with only that player's hand."""
    hand = tuple(card.sticker for card in hands.seats[seat] if card is not None)
    return PlayerView(rules, state, seat, hand)


def seat_to_act(state: State, hands: Hands) -> int | None:
    """Return the seat that has to play, answer or deal; None after a game or if no cards are
    played. Only the `hands` tell who holds a card that is led first.
    """
    if state.card_counts is None or state.phase == "game-over":
        return None
    if state.opens is not None:
        return next((seat for seat in range(len(hands.seats)) if _leads(state, hands, seat)), None)
    if state.phase == "play" and state.lit is None:
        return None
    return state.next_dealer if state.lit is None else state.lit


def _leads(state: State, hands: Hands, seat: int) -> bool:
    card = state.opens
    return any(
        held is not None and card is not None and (held.rank, held.suit) == (card.rank, card.suit)
        for held in hands.seats[seat]
    )


Option = tuple[Step, State]
"""A command that the rules accept, and the resulting state."""

_SLIPS: Mapping[Level, float] = {"easy": 1.0, "fair": 0.4, "sharp": 0.0}
"""How often a bot plays a random legal card instead of the best one."""


def choose(view: PlayerView, level: Level, chance: Random) -> Step | None:
    """Return the command of the player with this view, or None if it is not their turn."""
    if view.state.opens is None and seat_to_act(view.state, Hands()) != view.seat:
        return None
    options = list(_options(view, chance))
    if not options:
        return None
    plays = [(step, after) for step, after in options if isinstance(step, Play)]
    if not plays or chance.random() < _SLIPS[level]:
        return chance.choice(options)[0]
    return max(plays, key=lambda option: family_of(view.rules).bot_value(view, *option))[0]


def _options(view: PlayerView, chance: Random) -> Iterator[Option]:
    match view.state.phase:
        case "play":
            yield from _plays(view)
        case "shield":
            shields = (
                option for card in view.hand for option in _completed(view, Shield(card=card))
            )
            yield from list(shields) or _completed(view, Accept())
        case "hand-over" | "round-over":
            yield from _deals(view, chance)


def _plays(view: PlayerView) -> Iterator[Option]:
    """Yield the legal commands of the first group that has any; a revoke only if the hand has no
    other card.
    """
    for commands in (tried := family_of(view.rules).bot_commands(view)):
        if found := [option for command in commands for option in _completed(view, command)]:
            yield from found
            return
    for command in tried[-1] if tried else ():
        yield from _completed(view, command, standing=True)


def _deals(view: PlayerView, chance: Random) -> Iterator[Option]:
    """Yield the deal; the up-card is the first card of a shuffled pack that the rules allow."""
    rules = view.rules
    if rules.up_card == "none" or rules.pack is None:
        yield from _completed(view, Deal())
        return
    labels = labels_of(rules.pack)
    chance.shuffle(labels)
    for label in labels:
        if deals := list(_completed(view, Deal(up_card=label.sticker))):
            yield from deals
            return


def _completed(view: PlayerView, command: Step, *, standing: bool = False) -> Iterator[Option]:
    """Yield the command if it is legal, or else with each answer to its open choices.

    A disputed card is kept if the player holds no other: the lead of a suit or, if `standing`, a
    revoke.
    """
    try:
        after, events = family_of(view.rules).step(view.rules, view.state, command)
    except Illegal as illegal:
        if not illegal.refusal.asks:
            return
        question = family_of(view.rules).question(view.rules, view.state, command, illegal.refusal)
    else:
        if not events or not isinstance(events[0], WentOver):
            yield command, after
        return
    match question:
        case None:
            return
        case Disputed():
            if standing or len({bare_card(card).suit for card in view.hand}) == 1:
                yield from _completed(view, question.standing)
        case WhichPlayer(leads=True):
            leader = view.state.players[view.seat].name
            yield from _completed(view, replace(command, player=leader))
        case _:
            for answer in question.answers:
                answered = question.answered(answer)
                if not isinstance(answered, New):
                    yield from _completed(view, answered)


YOURS = 0
"""The seat of the person at the panel."""

PLAYS = (1.0, 2.0)
"""Seconds from the end of the previous turn to a bot's card, about as long as people take."""

DEALS = (3.0, 4.0)
"""Seconds until a bot deals, because the others are looking at the result of the hand."""

SendCommand = Callable[[Step, int], None]
"""Sends a command to the box, for the table after the journal's command of that number."""


class Bots:
    """The players of every seat but the first while a `level` is set.

    They have neither thread nor clock: `act` does what is due. Only one thread at a time may call
    it.

    Args:
        play: sends their commands to the box.
        hands_of: returns the hands of all players, or None if unknown.
        chance: decides random choices and the pace.
    """

    def __init__(
        self,
        play: SendCommand,
        hands_of: Callable[[PanelView], Hands | None],
        chance: Random | None = None,
    ) -> None:
        self._play, self._hands_of = play, hands_of
        self._chance = chance or SystemRandom()
        self._lot = self._chance.random()
        self._level: Level | None = None
        self._seen: Snapshot | None = None
        self._planned: Step | None = None
        self._is_due_at = 0.0

    @property
    def level(self) -> Level | None:
        """The level of the bots; None while people play all hands."""
        return self._level

    @level.setter
    def level(self, level: Level | None) -> None:
        self._level, self._seen = level, None

    def act(self, showing: PanelView, now: float) -> float | None:
        """Do what is due at `now`; return when `act` is due next, or None to wait for a change of
        the box.

        Times are in seconds. A command that is already planned keeps its time. One that the box
        did not accept is planned again.
        """
        table = showing.snapshot
        if table is not self._seen:
            self._seen = table
            step = self._next(table, showing)
            if step != self._planned:
                self._planned, self._is_due_at = step, now + self._chance.uniform(*_pause(table))
        if self._planned is None:
            return None
        if now < self._is_due_at:
            return self._is_due_at
        self._play(self._planned, table.sequence)
        self._planned = None
        return None

    def _next(self, table: Snapshot, showing: PanelView) -> Step | None:
        """Return the command of the bot whose turn it is, while no person uses the box."""
        scene, hands = table.scene, self._hands_of(showing)
        if self._level is None or scene.rules is None or scene.state is None or hands is None:
            return None
        seat = seat_to_act(scene.state, hands)
        if seat is None or seat == YOURS or seat >= len(hands.seats) or not is_free(table):
            return None
        view = view_of(scene.rules, scene.state, hands, seat)
        lot = Random(f"{self._lot} {table.sequence}")  # noqa: S311 - for a game, not a secret
        return choose(view, self._level, lot)


def _pause(table: Snapshot) -> tuple[float, float]:
    return PLAYS if table.scene.state is not None and table.scene.state.lit is not None else DEALS


def is_free(table: Snapshot) -> bool:
    """Return whether the box plays, and its display rests or shows the idle picture.

    Otherwise a person is in the menu, undoes something, reads a notice or chooses a card by key.
    """
    if table.scene.stopped is not None or table.switched_off or table.question is not None:
        return False
    if isinstance(table.picture, RestingScreen | DarkScreen):
        return True
    with using(table.language):
        return table.picture == idle_dialog(table.scene).picture(table.scene)
