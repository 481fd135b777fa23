"""The short texts beside the total: what was played and its effect."""

from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Call
from companion.rules.cards import Card
from companion.text.adding.effects import call_words, made, signed
from companion.text.cards import face, rank_face
from companion.text.language import gettext as _
from companion.text.language import pgettext
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
        # A language whose words fill both lines leaves out the total, which stands beside them.
        said = pgettext("two lines beside the total", "{call} {total}")
        return _halves(said.format(call=call_words(effect).short, total=state.total))
    return named(_("by {name}"), state.players[call.seat].name), change


def _halves(text: str) -> tuple[str, str]:
    """Return the words on two lines, of which the longer one is as short as it can be.

    >>> _halves("pass to you 97")
    ('pass to', 'you 97')
    """
    words = text.split()
    halves = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words) + 1)]
    return min(reversed(halves), key=lambda lines: max(map(len, lines)))
