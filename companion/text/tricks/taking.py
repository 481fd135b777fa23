"""Who takes a trick, or has it so far."""

from companion.message import Words, phrase
from companion.rules.cards import Card
from companion.text.cards import card_word
from companion.text.lengths import Wording


def takes_it(taker: Words, paid: int = 0) -> Wording:
    """Return that a player, or a card, takes the trick, and what it costs;
    the display names the taker apart.

    >>> takes_it("Bo", 25).sentence, takes_it("Bo", 25).short
    ('Bo takes it, 25', 'takes 25')
    """
    short = phrase("takes {points}") if paid else phrase("takes it")
    template = phrase("{taker} takes it, {points}") if paid else phrase("{taker} takes it")
    return Wording(short.filled(points=paid), "", template.filled(taker=taker, points=paid))


def has_it(taker: Words) -> Words:
    """Return that a player, or a card, has the trick so far."""
    return phrase("{taker} has it so far", taker=taker)


def card_of_trick(card: Card, *, wins: bool, complete: bool) -> Words:
    """Return a card of a trick for a voice; of the one that `wins` also that it does.

    >>> card_of_trick(Card("J", "H"), wins=True, complete=False)
    'jack of hearts has it so far'
    """
    word = card_word(card)
    if not wins:
        return word
    return takes_it(word).sentence if complete else has_it(word)
