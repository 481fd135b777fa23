"""Words the notes among the plays, which changed nothing:
a refusal, a call that was checked, or a lot.
"""

from companion.message import Aloud, Name, Words, phrase
from companion.rules.family import State
from companion.rules.refusals import Refusal
from companion.text import miscounts
from companion.text.events.row import EventRow
from companion.text.form import AroundName, beside_the_name, with_signs
from companion.text.numbers import MINUS, figure
from companion.text.refusals import refusal_sentence
from companion.text.voice import sentences
from companion.text.whose_move import still_to_play


def refusal_row(
    refusal: Refusal | str,
    *,
    hand: int,
    player: str | None,
    cards: tuple[str, ...],
    state: State | None,
) -> EventRow:
    """Return the row of a refusal, or of one of which only the code is known.

    `state` is the table at which it was refused, if that is known.
    """
    words = refusal if isinstance(refusal, str) else refusal_sentence(refusal)
    text = with_signs(words)
    return EventRow(
        kind="refused",
        hand=hand,
        player=player,
        text=text,
        brief=text,
        cards=cards,
        total=None if state is None else state.total,
        said=refused_aloud(words, state),
    )


def refused_aloud(why: Words, state: State | None) -> Words:
    """Return a refusal for a voice, and whose turn it still is in `state`.

    >>> from companion.rules.refusals import OverTarget
    >>> refused_aloud(refusal_sentence(OverTarget(105, 99, was=97)), None)
    'Refused. 97 plus 8 is 105, over 99.'
    """
    return sentences([phrase("Refused"), Aloud(why), "" if state is None else still_to_play(state)])


def lot_row(dealer: str, *, hand: int) -> EventRow:
    """Return the row of the first dealer who was drawn by lot."""
    words = phrase("By lot: {name} deals", name=dealer)
    return EventRow(
        kind="lot", hand=hand, player=None, text=words, brief=words, said=sentences([words])
    )


def claim_row(player: str, called: int, actual: int, *, hand: int, total: int | None) -> EventRow:
    """Return the row of a called total, or of called points, that was checked."""
    words = miscounts.called(player, figure(called))
    text, comes_to = beside_the_name(words), miscounts.verdict(called, actual)
    struck = AroundName(
        beside_the_name(miscounts.called(player, Name(str(called).replace("-", MINUS))))
    )
    return EventRow(
        kind="right" if called == actual else "miscount",
        hand=hand,
        player=player,
        text=text,
        brief=text,
        total=total,
        after=(comes_to,),
        said=sentences([words, comes_to]),
        struck=None if called == actual else struck,
    )
