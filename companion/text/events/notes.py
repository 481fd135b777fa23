"""What is noted among the plays and changed nothing: a refusal, or a call that was checked."""

from companion.rules.refusals import Refusal
from companion.text import miscounts
from companion.text.cards import aloud
from companion.text.events.row import EventRow, beside_the_name
from companion.text.language import gettext as _
from companion.text.named import named, plain
from companion.text.numbers import figure, with_minus
from companion.text.refusals import refusal_sentence, said_aloud
from companion.text.voice import sentences


def refusal_row(
    refusal: Refusal | str,
    *,
    hand: int,
    player: str | None,
    cards: tuple[str, ...],
    total: int | None,
    turn: str | None,
) -> EventRow:
    """Return the row of a refusal, or of one of which only the sentence is known.

    `turn` is the player who is to act, if it was refused as the table stands.
    """
    text = with_minus(refusal if isinstance(refusal, str) else refusal_sentence(refusal))
    return EventRow(
        kind="refused",
        hand=hand,
        player=player,
        text=text,
        brief=text,
        cards=cards,
        total=total,
        said=refused_aloud(refusal, turn),
    )


def refused_aloud(refusal: Refusal | str, turn: str | None) -> str:
    """Return a refusal for a voice, and that it is still the turn of `turn`.

    >>> from companion.rules.refusals import OverTarget
    >>> refused_aloud(OverTarget(105, 99, was=97), "Bo")
    'Refused. 97 plus 8 is 105, over 99. Bo still to play.'
    """
    why = aloud(with_minus(refusal)) if isinstance(refusal, str) else said_aloud(refusal)
    still = "" if turn is None else _("{player} still to play").format(player=turn)
    return sentences([_("Refused"), why, still])


def claim_row(player: str, called: int, actual: int, *, hand: int, total: int | None) -> EventRow:
    """Return the row of a called total, or of called points, that was checked."""
    words = miscounts.called(player, figure(called))
    text, comes_to = beside_the_name(words), miscounts.verdict(called, actual)
    struck = named(beside_the_name(miscounts.called(player, "{name}")), figure(called))
    return EventRow(
        kind="right" if called == actual else "miscount",
        hand=hand,
        player=player,
        text=text,
        brief=text,
        total=total,
        after=(comes_to,),
        said=sentences([plain(words), comes_to]),
        struck=None if called == actual else struck,
    )
