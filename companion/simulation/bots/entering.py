"""Enters what a bot does as a person at the panel does: a card over the reader, or a key.

The dialog that is open says how far a command has been entered, so nothing is remembered between
two inputs.
"""

from random import Random

from msgspec import UNSET

from companion.box.state import Snapshot
from companion.core.cards import bare_card
from companion.core.commands import Accept, Bust, Deal, New, Play, Shield, Step
from companion.core.family import PlayerView
from companion.core.questions import Missing
from companion.dialogs.idle import idle_dialog
from companion.dialogs.questions import ChooseAnswerDialog, DialValueDialog, DisputeDialog
from companion.games.adding.dialogs import TurnUpDialog
from companion.games.adding.playing import AskBustDialog, GatherSetDialog
from companion.inputs import KeyName
from companion.labels.codec import CardLabel
from companion.message import using
from companion.screens.model import DarkScreen, RestingScreen
from companion.simulation.bots.choice import Level, choose

Entry = CardLabel | KeyName
"""A card that is passed over the reader, or a key that is pressed."""


def next_entry(table: Snapshot, view: PlayerView, level: Level, chance: Random) -> Entry | None:
    """Return the next input of the bot that sees this; None while there is nothing for it to do.

    The same `chance` must come with every input of one command. A bot waits while the box has
    stopped, and while somebody else is at it: in the menu, taking back, reading a notice, picking a
    card by key.
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
        case GatherSetDialog(gathered), Play(cards=tuple() as cards) if set(gathered) <= set(cards):
            return _next_of(cards, gathered)
        case AskBustDialog(cards_shown), Bust():
            return _next_of(view.hand, cards_shown)
        case TurnUpDialog(), Deal(up_card=str(card)):
            return _label(card)
    return None


def _is_free(table: Snapshot) -> bool:
    """Return whether the display shows what it does while nobody has opened anything, or rests."""
    if isinstance(table.picture, RestingScreen | DarkScreen):
        return True
    with using(table.language):
        return table.picture == idle_dialog(table.scene).picture(table.scene)


def _first_entry(step: Step | None) -> Entry | None:
    """Return what a command begins with while the box asks nothing, or asks for the shield."""
    match step:
        case Play(card=str(card)) | Shield(card):
            return _label(card)
        case Play():
            return "MORE"
        case Bust():
            return "BUST"
        case Accept() | Deal():
            return "OK"
    return None


def _next_of(cards: tuple[str, ...], entered: tuple[str, ...]) -> Entry:
    """Return the first card that has not been entered, or OK after the last."""
    left = [card for card in cards if card not in entered]
    return _label(left[0]) if left else "OK"


def _step(asked: Missing) -> Step | None:
    return None if isinstance(asked.command, New) else asked.command


def _answer(asked: Missing, step: Step | None) -> int | None:
    """Return the place of the answer that makes this `step`, perhaps with more answers;
    None if none does.
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
    """Return the key that brings a list or dial so many steps nearer to its answer."""
    return "OK" if not steps else "RIGHT" if steps > 0 else "LEFT"


def _label(sticker: str) -> CardLabel:
    card, _, joker = sticker.partition("#")
    read = bare_card(card)
    return CardLabel(read.rank, read.suit, read.deck, int(joker) if joker else None)
