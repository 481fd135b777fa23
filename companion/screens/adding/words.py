"""The short texts beside the total: what was played and its effect."""

from companion.message import Form, Name, Value, Words, in_context, joined, phrase, render
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Call
from companion.rules.cards import Card
from companion.text.adding.effects import call_words, made, signed
from companion.text.cards import face, rank_face


def faces(cards: tuple[Card, ...]) -> Words:
    """Return one card as printed on it; several as number and rank (``3 x 8``), jokers as the word.

    >>> from companion.rules.cards import parse_card
    >>> faces((parse_card("8H"), parse_card("8C")))
    '2 x 8'
    """
    if len(cards) == 1:
        return face(cards[0])
    return (
        phrase("Jokers")
        if cards[0].is_joker
        else joined(" ", (str(len(cards)), "x", rank_face(cards[0].rank)))
    )


def call_lines(rules: AddingRules, state: AddingState, call: Call) -> tuple[Words, Words]:
    """Return the two lines under the last card: the words of its call, else who played what."""
    effect = rules.effect(call.cards[-1])
    change = made(effect.change, call.value) if effect is not None and len(call.cards) == 1 else ""
    if not change:
        change = signed(state.total - call.was)
    if call.up:
        return phrase("up card"), change
    if effect is not None and effect.call:
        # A language whose words fill both lines leaves out the total, which stands beside them.
        template = in_context("two lines beside the total", "{call} {total}")
        return _halves(template.filled(call=call_words(effect).short, total=state.total))
    return phrase("by {name}", name=Name(state.players[call.seat].name)), change


class _Half(Value):
    """The first or second of two lines of words,
    of which the longer one is as short as it can be.
    """

    __slots__ = ("line", "words")

    def __init__(self, words: Words, line: int) -> None:
        self.words, self.line = words, line

    def worded(self, form: Form) -> Words:
        words = render(self.words, form).split()
        halves = [
            (" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words) + 1)
        ]
        return min(reversed(halves), key=lambda lines: max(map(len, lines)))[self.line]


def _halves(words: Words) -> tuple[Words, Words]:
    """Return words on two lines.

    >>> _halves("pass to you 97")
    ('pass to', 'you 97')
    """
    return _Half(words, 0), _Half(words, 1)
