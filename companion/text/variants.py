"""Words a variant of any family: the texts of its file, its players, its provenance."""

import re
from typing import Final, assert_never

from companion.message import (
    COURT,
    ENGLISH,
    Form,
    Value,
    Words,
    in_context,
    joined,
    language_in_use,
    phrase,
    render,
)
from companion.rules.cards import SUIT_SIGNS
from companion.rules.options import Provenance
from companion.text.cards import Sign
from companion.text.lengths import Wording

_SUITS: Final = {sign: suit for suit, sign in SUIT_SIGNS.items()}
_CARD: Final = re.compile(rf"(10|[2-9A{''.join(COURT)}])?([{''.join(_SUITS)}])")


class OwnText(Value):
    """A text of a variant, which a table may have written itself, with braces and all.

    The catalogues hold the texts of the variants that come with the program.
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def worded(self, form: Form) -> Words:  # noqa: ARG002  # the same in every form
        language = language_in_use()
        return self.text if language is ENGLISH else language.translations.gettext(self.text)


def translated(text: str) -> Words:
    """Return a title, a short name, a source or a call of a variant.

    >>> translated("Our ninety-nine")
    'Our ninety-nine'
    """
    return OwnText(text) if text else ""


class _ByAuthor(Value):
    __slots__ = ("words",)

    def __init__(self, words: Words) -> None:
        self.words = words

    def worded(self, form: Form) -> Words:
        text = render(self.words, form)
        parts: list[Words] = []
        end = 0
        for written in _CARD.finditer(text):
            rank, suit = written[1], _SUITS[written[2]]
            parts += [text[end : written.start()], Sign(suit, rank or "")]
            end = written.end()
        return joined("", (*parts, text[end:]))


def said_by_author(text: str) -> Words:
    """Return what a variant `says` of a round, with its cards as values.

    Only here does the program look for cards in a text, because it has not made this one: an author
    writes it with the signs of the suits and the letters J, Q and K, and no player's name stands in
    it. A translator writes the same, under the whole text as its key, so the file reader cannot
    take it apart.

    >>> said_by_author("jacks 1, J♠ 2")
    'jacks 1, J♠ 2'
    """
    return _ByAuthor(translated(text))


def players_span(players: tuple[int, int | None]) -> Words:
    """Return how many may play.

    >>> players_span((2, None)), players_span((3, 8)), players_span((4, 4))
    ('2 or more', '3 to 8', '4')
    """
    fewest, most = players
    if fewest == most:
        return str(fewest)
    span = phrase("{fewest} or more") if most is None else phrase("{fewest} to {most}")
    return span.filled(fewest=fewest, most=most)


def provenance_words(provenance: Provenance) -> Wording:
    """Return where the table of cards comes from (docs/rules.md, "Provenance")."""
    match provenance:
        case "published":
            word = in_context("provenance", "published")
            return Wording("", word, phrase("Provenance: published, as printed."))
        case "derived":
            word = in_context("provenance", "derived")
            return Wording("", word, phrase("Provenance: derived from an example and the text."))
        case "reconstructed":
            word = in_context("provenance", "reconstructed")
            return Wording(
                "", word, phrase("Provenance: reconstructed, the table was not printed.")
            )
        case "own":
            word = in_context("provenance", "own")
            return Wording("", word, phrase("Provenance: own, the game of a table."))
        case _:
            assert_never(provenance)
