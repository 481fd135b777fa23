"""The bots at the panel: they enter their commands like a person, at a human pace.

The open dialog shows how much of a command has been entered, so there is no state between inputs.
"""

from collections.abc import Callable
from random import Random, SystemRandom
from typing import Final, Protocol

from msgspec import UNSET

from companion.box.state import Snapshot
from companion.core.cards import Card
from companion.core.commands import Accept, Bust, Deal, New, Play, Shield, Step
from companion.core.family import PlayerView
from companion.core.questions import Missing
from companion.dialogs.idle import idle_dialog
from companion.dialogs.questions import ChooseAnswerDialog, DialValueDialog, DisputeDialog
from companion.games.adding.dialogs import TurnUpDialog
from companion.games.adding.playing import AskBustDialog, GatherSetDialog
from companion.inputs import KeyName
from companion.message import using
from companion.screens.model import DarkScreen, RestingScreen
from companion.simulation.bot_choice import Level, choose, seat_to_act, view_of
from companion.simulation.box import PanelView
from companion.simulation.pack import Hands, read_sticker

Entry = Card | KeyName
"""A scanned card or a pressed key."""

YOURS: Final = 0
"""The seat of the person at the panel."""

PLAYS: Final = (1.0, 2.0)
"""Seconds from the end of the previous turn to a bot's card, about as long as people take."""

DEALS: Final = (3.0, 4.0)
"""Seconds until a bot deals, because the others are looking at the result of the hand."""

GOES_ON: Final = (0.4, 0.6)
"""Seconds between two inputs of one command."""

HELD: Final = 0.1
"""Seconds that a key is pressed, longer than a contact bounces."""

REPEAT_TIMEOUT: Final = 3.0
"""Seconds after which a bot repeats an input without effect, such as a key that only woke the
display.
"""

_MAX_INPUTS = 30
"""Inputs after which a bot gives up a command; dialing a value needs the most."""


class BotControls(Protocol):
    """The controls through which bots press keys and scan cards."""

    def press(self, key: KeyName, *, down: bool) -> None:
        """Press or release the contact of a key, which the box has to debounce."""

    def pass_card(self, card: Card) -> None:
        """Scan a card; the box receives the bytes of its label as from the serial port."""


class Bots:
    """The players of every seat but the first while a `level` is set, at a human pace.

    They have neither thread nor clock: `act` does what is due. Only one thread at a time may call
    it.

    Args:
        reach: the controls with which they scan cards and press keys.
        hands_of: returns the hands of all players, or None if unknown.
        chance: decides random choices and the pace.
    """

    def __init__(
        self,
        reach: BotControls,
        hands_of: Callable[[PanelView], Hands | None],
        chance: Random | None = None,
    ) -> None:
        self._reach, self._hands_of = reach, hands_of
        self._chance = chance or SystemRandom()
        self._lot = self._chance.random()
        self._level: Level | None = None
        self._seen: Snapshot | None = None
        self._moment = (0, 0)
        self._inputs = 0
        self._planned: Entry | None = None
        self._is_due_at = 0.0
        self._is_entered = False
        self._down: KeyName | None = None

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

        Times are in seconds.
        """
        if self._down is not None:
            if now < self._is_due_at:
                return self._is_due_at
            self.let_go()
            self._is_due_at = now + REPEAT_TIMEOUT
        table = showing.snapshot
        if table is not self._seen:
            self._seen = table
            self._plan(table, showing, now)
        if self._planned is None or self._inputs >= _MAX_INPUTS:
            return None
        if now >= self._is_due_at:
            self._enter(self._planned, now)
        return self._is_due_at

    def let_go(self) -> None:
        """Release a key that is still pressed."""
        if self._down is not None:
            self._reach.press(self._down, down=False)
            self._down = None

    def _plan(self, table: Snapshot, showing: PanelView, now: float) -> None:
        """Plan the next input; an input that is already planned keeps its time."""
        if self._moment != (moment := (table.game or 0, len(table.scene.moments))):
            self._moment, self._inputs = moment, 0
        entry = self._next(table, showing)
        if entry != self._planned or self._is_entered:
            self._is_due_at = now + self._chance.uniform(*_pause(table))
        self._planned, self._is_entered = entry, False

    def _next(self, table: Snapshot, showing: PanelView) -> Entry | None:
        scene, hands = table.scene, self._hands_of(showing)
        if self._level is None or scene.rules is None or scene.state is None or hands is None:
            return None
        seat = seat_to_act(scene.state, hands)
        if seat is None or seat == YOURS or seat >= len(hands.seats):
            return None
        view = view_of(scene.rules, scene.state, hands, seat)
        lot = Random(f"{self._lot} {self._moment}")  # noqa: S311 - for a game, not a secret
        return next_entry(table, view, self._level, lot)

    def _enter(self, entry: Entry, now: float) -> None:
        self._is_entered = True
        self._inputs += 1
        if isinstance(entry, Card):
            self._reach.pass_card(entry)
            self._is_due_at = now + REPEAT_TIMEOUT
        else:
            self._reach.press(entry, down=True)
            self._down, self._is_due_at = entry, now + HELD


def _pause(table: Snapshot) -> tuple[float, float]:
    if table.question is not None:
        return GOES_ON
    return PLAYS if table.scene.state is not None and table.scene.state.lit is not None else DEALS


def next_entry(table: Snapshot, view: PlayerView, level: Level, chance: Random) -> Entry | None:
    """Return the next input of the bot with this view, or None while there is nothing to do.

    Pass the same `chance` for every input of one command. A bot waits while the box has stopped,
    and while a person uses it: in the menu, for an undo, reading a notice or choosing a card by
    key.
    """
    if table.scene.stopped is not None or table.switched_off:
        return None
    match table.question:
        case None:
            return _first_entry(choose(view, level, chance)) if _is_free(table) else None
        case ChooseAnswerDialog(asked, chosen):
            at = _answer(asked, choose(view, level, chance, _step(asked)))
            return None if at is None else _turned(at - chosen)
        case DialValueDialog(asked, value):
            at = _answer(asked, choose(view, level, chance, _step(asked)))
            return None if at is None else _turned(asked.answers[at] - value)
    step = choose(view, level, chance)
    match table.question, step:
        case DisputeDialog(disputed), Play() if step == disputed.standing:
            return "MORE"
        case (
            GatherSetDialog(cards=gathered),
            Play(cards=tuple() as cards),
        ) if set(gathered) <= set(cards):
            return _next_of(cards, gathered)
        case AskBustDialog(cards=cards_shown), Bust():
            return _next_of(view.hand, cards_shown)
        case TurnUpDialog(), Deal(up_card=str(card)):
            return read_sticker(card)
    return None


def _is_free(table: Snapshot) -> bool:
    """Return whether the display rests or shows the idle picture, without an open dialog."""
    if isinstance(table.picture, RestingScreen | DarkScreen):
        return True
    with using(table.language):
        return table.picture == idle_dialog(table.scene).picture(table.scene)


def _first_entry(step: Step | None) -> Entry | None:
    """Return the first input of a command while no question is open, or only that for the
    shield.
    """
    match step:
        case Play(card=str(card)) | Shield(card):
            return read_sticker(card)
        case Play():
            return "MORE"
        case Bust():
            return "BUST"
        case Accept() | Deal():
            return "OK"
    return None


def _next_of(cards: tuple[str, ...], entered: tuple[str, ...]) -> Entry:
    """Return the first card that is not yet entered, or OK after the last."""
    left = [card for card in cards if card not in entered]
    return read_sticker(left[0]) if left else "OK"


def _step(asked: Missing) -> Step | None:
    return None if isinstance(asked.command, New) else asked.command


def _answer(asked: Missing, step: Step | None) -> int | None:
    """Return the index of the answer that leads to this `step`, perhaps with more answers, or
    None.
    """
    if step is None or _step(asked) is None:
        return None
    answers: tuple[str | int, ...] = asked.answers
    for place, answer in enumerate(answers):
        candidate = asked.answered(answer)
        fields = (
            (getattr(candidate, name), getattr(step, name)) for name in candidate.__struct_fields__
        )
        if all(mine in {UNSET, wanted} for mine, wanted in fields):
            return place
    return None


def _turned(steps: int) -> KeyName:
    """Return the key that moves a list or dial towards an answer that is `steps` away."""
    return "OK" if not steps else "RIGHT" if steps > 0 else "LEFT"
