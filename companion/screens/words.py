"""The short texts beside the total: what was played and its effect."""

from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Call
from companion.rules.cards import Card
from companion.text.cards import face, rank_face
from companion.text.effects import call_words, made, signed
from companion.text.language import gettext as _
from companion.text.named import Words, named


def faces(cards: tuple[Card, ...]) -> str:
    """Return one card as printed on it; several as number and rank (``3 x 8``), jokers as the word.

    >>> from companion.rules.cards import parse_card
    >>> faces((parse_card("8H"), parse_card("8C")))
    '2 x 8'
    """
    if len(cards) == 1:
        return face(cards[0])
    return _("Jokers") if cards[0].is_joker else f"{len(cards)} x {rank_face(cards[0].rank)}"


def call_lines(rules: AddingRules, state: AddingState, call: Call) -> tuple[Words, Words]:
    """Return the two lines under the last card: the words of its call, else who played what."""
    effect = rules.effect(call.cards[-1])
    change = made(effect.change, call.value) if effect is not None and len(call.cards) == 1 else ""
    if not change:
        change = signed(state.total - call.was)
    if call.up:
        return _("up card"), change
    if effect is not None and effect.call:
        words = f"{call_words(effect).short} {state.total}".split()
        half = (len(words) + 1) // 2
        return " ".join(words[:half]), " ".join(words[half:])
    return named(_("by {name}"), state.players[call.seat].name), change
