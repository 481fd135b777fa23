"""Words a variant of any family: the texts of its file, its players, its provenance."""

import re
from typing import Final, assert_never

from companion.message import COURT
from companion.rules.cards import SUIT_SIGNS, Card
from companion.rules.options import Provenance
from companion.text.cards import face, suit_sign
from companion.text.language import gettext as _
from companion.text.language import pgettext, untouched
from companion.text.lengths import Said

_SUITS: Final = {sign: suit for suit, sign in SUIT_SIGNS.items()}
_CARD: Final = re.compile(rf"(10|[2-9A{''.join(COURT)}])?([{''.join(_SUITS)}])")


def translated(text: str) -> str:
    """Return a title, a short name, a source or a call of a variant in the language in use.

    The catalogues hold the texts of the variants that come with the program; a text of a table's own file is
    returned as it is written.

    >>> translated("Our ninety-nine")
    'Our ninety-nine'
    """
    return untouched(text) if text else ""


def said_by_author(text: str) -> str:
    """Return what a variant `says` of a round in the language in use, with its cards in the form in use.

    Only here does the program look for cards in a text, because it has not made this one: an author writes
    it with the signs of the suits and the letters J, Q and K, and no player's name stands in it. A translator
    writes the same, under the whole text as its key, so the file reader cannot take it apart.

    >>> said_by_author("jacks 1, J♠ 2")
    'jacks 1, J♠ 2'
    """

    def card(written: re.Match[str]) -> str:
        rank, suit = written[1], _SUITS[written[2]]
        return suit_sign(suit) if rank is None else face(Card(rank, suit))

    return _CARD.sub(card, translated(text))


def players_span(players: tuple[int, int | None]) -> str:
    """Return how many may play.

    >>> players_span((2, None)), players_span((3, 8)), players_span((4, 4))
    ('2 or more', '3 to 8', '4')
    """
    fewest, most = players
    if fewest == most:
        return str(fewest)
    span = _("{fewest} or more") if most is None else _("{fewest} to {most}")
    return span.format(fewest=fewest, most=most)


def provenance_words(provenance: Provenance) -> Said:
    """Return where the table of cards comes from (docs/rules.md, "Provenance")."""
    match provenance:
        case "published":
            word = pgettext("provenance", "published")
            return Said("", word, _("Provenance: published, as printed."))
        case "derived":
            word = pgettext("provenance", "derived")
            return Said("", word, _("Provenance: derived from an example and the text."))
        case "reconstructed":
            word = pgettext("provenance", "reconstructed")
            return Said("", word, _("Provenance: reconstructed, the table was not printed."))
        case "own":
            word = pgettext("provenance", "own")
            return Said("", word, _("Provenance: own, the game of a table."))
        case _:
            assert_never(provenance)
