"""What a person at the box scans or presses next, to enter a command.

The open dialog shows how much of a command has been entered, so there is no state between inputs.
"""

from random import Random

from msgspec import UNSET

from companion.box.state import Snapshot
from companion.core.cards import Card
from companion.core.commands import Accept, Bust, Deal, New, Play, Shield, Step
from companion.core.family import PlayerView
from companion.core.questions import Missing
from companion.dialogs.questions import ChooseAnswerDialog, DialValueDialog, DisputeDialog
from companion.games.adding.dialogs import TurnUpDialog
from companion.games.adding.playing import AskBustDialog, GatherSetDialog
from companion.inputs import KeyName
from companion.simulation.bots import Level, choose, is_free
from companion.simulation.pack import read_sticker

Entry = Card | KeyName
"""A scanned card or a pressed key."""


def next_entry(table: Snapshot, view: PlayerView, level: Level, chance: Random) -> Entry | None:
    """Return the next input of the player with this view, or None while there is nothing to do.

    Pass the same `chance` for every input of one command. A player waits while the box has stopped,
    and while another person uses it.
    """
    step = choose(view, level, chance)
    match table.question:
        case None:
            return _first_entry(step) if is_free(table) else None
        case ChooseAnswerDialog(asked, chosen):
            at = _answer(asked, step)
            return None if at is None else _turned(at - chosen)
        case DialValueDialog(asked, value):
            at = _answer(asked, step)
            return None if at is None else _turned(asked.answers[at] - value)
    match table.question, step:
        case DisputeDialog(disputed), Play() if step == disputed.standing:
            return "MORE"
        case GatherSetDialog(cards=gathered), Play(cards=tuple() as cards) if set(gathered) <= set(
            cards
        ):
            return _next_of(cards, gathered)
        case AskBustDialog(cards=cards_shown), Bust():
            return _next_of(view.hand, cards_shown)
        case TurnUpDialog(), Deal(up_card=str(card)):
            return read_sticker(card)
    return None


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


def _answer(asked: Missing, step: Step | None) -> int | None:
    """Return the index of the answer that leads to this `step`, perhaps with more answers, or
    None.
    """
    if step is None or isinstance(asked.command, New):
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
