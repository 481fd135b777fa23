"""A variant in words: its texts, players, provenance, pack and winning condition."""

import re
from collections.abc import Iterator, Mapping, Sequence

from companion.core.cards import RANKS, SUIT_SIGNS, Pack
from companion.core.options import Provenance, Wins
from companion.message import (
    COURT,
    ENGLISH,
    Form,
    Marked,
    Value,
    Words,
    in_context,
    joined,
    language_in_use,
    phrase,
    plural,
    render,
)
from companion.words.cards import Sign, face, rank_face
from companion.words.numbers import Row, Wording

_SUITS = {sign: suit for suit, sign in SUIT_SIGNS.items()}
_CARD = re.compile(rf"(10|[2-9{COURT}])?([{''.join(_SUITS)}])")


class OwnText(Value):
    """A text of a variant. A table may have written it, so braces in it are literal.

    The catalogs hold the texts of the variants that ship with the program.
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def worded(self, form: Form) -> Words:  # noqa: ARG002  # the same in every form
        language = language_in_use()
        return self.text if language is ENGLISH else language.translations.gettext(self.text)


def translated(text: str) -> Words:
    """Return the translation of a variant's title, short name, source or call.

    >>> translated("Our ninety-nine")
    'Our ninety-nine'
    """
    return OwnText(text) if text else ""


class _ByAuthor(Marked):
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
    """Return the author's text about a round (the key `says`), with its cards as values.

    This is the only text in which the program has to look for cards, because an author wrote it. It
    uses the signs of the suits and the letters J, Q and K, and never a player's name. Translations
    do the same and are keyed by the whole text, so the file reader cannot take it apart.

    >>> said_by_author("jacks 1, J♠ 2")
    'jacks 1, J♠ 2'
    """
    return _ByAuthor(translated(text))


def players_span(players: tuple[int, int | None]) -> Words:
    """Return how many players the variant is for.

    >>> players_span((2, None)), players_span((3, 8)), players_span((4, 4))
    ('2 or more', '3 to 8', '4')
    """
    fewest, most = players
    if fewest == most:
        return str(fewest)
    span = phrase("{fewest} or more") if most is None else phrase("{fewest} to {most}")
    return span.filled(fewest=fewest, most=most)


def provenance_words(provenance: Provenance) -> Wording:
    """Return the origin of the card table (docs/reference/rules.md, "Provenance")."""
    match provenance:
        case "published":
            return Wording(
                label=in_context("provenance", "published"),
                sentence=phrase("Provenance: published, as printed."),
            )
        case "derived":
            return Wording(
                label=in_context("provenance", "derived"),
                sentence=phrase("Provenance: derived from an example and the text."),
            )
        case "reconstructed":
            return Wording(
                label=in_context("provenance", "reconstructed"),
                sentence=phrase("Provenance: reconstructed, the table was not printed."),
            )
        case "own":
            return Wording(
                label=in_context("provenance", "own"),
                sentence=phrase("Provenance: own, the game of a table."),
            )


def taken_out(pack: Pack) -> Words:
    """Return the cards to take out of a deck of 52: ``2♣ 2♦``, ``2 to 6, 7♣ 7♠``; "" for none."""
    whole = [rank for rank in (*RANKS[1:], RANKS[0]) if rank not in pack.ranks]
    parts: list[Words] = []
    if len(whole) > 2 and whole == list(RANKS[1 : len(whole) + 1]):
        parts.append(phrase("{low} to {high}", low=rank_face(whole[0]), high=rank_face(whole[-1])))
    elif whole:
        parts.append(joined(" ", map(rank_face, whole)))
    if pack.removed:
        parts.append(joined(" ", map(face, pack.removed)))
    return joined(", ", parts)


def pack_changes(had: Pack | None, now: Pack) -> tuple[Words, Words]:
    """Return how to change the pack before the next game, as headline and sentence.

    Both are "" if nothing changes. `had` is the pack on the table. None means unknown; a deck of 52
    with the required jokers is assumed.
    """
    lies = had or Pack(jokers=now.jokers)
    changes = [*_decks(lies, now), *_jokers(lies, now), *_removed(lies, now)]
    if len(changes) < 2:
        return changes[0] if changes else ("", "")
    return phrase("The deck"), joined(". ", (joined(": ", change) for change in changes))


def _decks(had: Pack, now: Pack) -> Iterator[Row]:
    if now.decks > had.decks:
        decks = plural("{n:d} deck", "{n:d} decks", now.decks)
        yield (phrase("Two decks") if now.decks == 2 else decks), ""
    elif now.decks < had.decks:
        more = plural("{n:d} deck", "{n:d} decks", had.decks - now.decks)
        yield phrase("Take out"), phrase("the second deck") if had.decks == 2 else more


def _jokers(had: Pack, now: Pack) -> Iterator[Row]:
    if now.jokers > had.jokers:
        yield phrase("Put in"), plural("{n} joker", "{n} jokers", now.jokers - had.jokers)
    elif now.jokers < had.jokers:
        some = plural("{n} joker", "{n} jokers", had.jokers - now.jokers)
        yield phrase("Take out"), some if now.jokers else phrase("the jokers")


def _removed(had: Pack, now: Pack) -> Iterator[Row]:
    lacked, lacks = taken_out(had), taken_out(now)
    if lacks and lacks != lacked:
        yield phrase("Take out"), phrase("only {cards}", cards=lacks) if lacked else lacks
    elif lacked and not lacks:
        yield phrase("Put back"), lacked


def who_wins(wins: Wins) -> Wording:
    """Return whether the highest or the lowest points win.

    >>> who_wins("lowest").label
    'lowest wins'
    """
    if wins == "highest":
        sentence = phrase("the most points; players with equally many share the win")
        return Wording(phrase("high wins"), phrase("highest wins"), sentence)
    sentence = phrase("the fewest points; players with equally few share the win")
    return Wording(phrase("low wins"), phrase("lowest wins"), sentence)


def played_to(
    wins: Wins, target: int | None, rounds: int | None, out_at: int | None = None
) -> Words:
    """Return the goal, the points that put a player out and the number of rounds, if set, and whose
    points win.

    >>> played_to("lowest", 100, None), played_to("highest", None, 7)
    ('to 100, lowest wins', '7 rounds, highest wins')
    """
    conditions: list[Words] = [] if target is None else [phrase("to {points}", points=target)]
    if out_at is not None:
        conditions.append(phrase("out at {points}", points=out_at))
    if rounds is not None:
        conditions.append(plural("{n:d} round", "{n:d} rounds", rounds))
    return joined(", ", (*conditions, who_wins(wins).label))


def how_far(
    target: int | None, number: int, rounds: int | None, out_at: int | None = None
) -> Words:
    """Return the progress of a game after `number` rounds, for the display; "" without a fixed end.

    >>> how_far(100, 3, None), how_far(None, 7, 7), how_far(None, 8, 7)
    ('up to 100', 'after 7 of 7', '')
    """
    if target is not None:
        return phrase("up to {points}", points=target)
    if out_at is not None:
        return phrase("out at {points}", points=out_at)
    if rounds is None or number > rounds:
        return ""
    return phrase("after {n} of {rounds}", n=number, rounds=rounds)


def in_front(wins: Wins, best: Sequence[str], players: int) -> Mapping[str, Words]:
    """Return the badge next to the names of the `best` of `players` players; none if most share it.

    >>> in_front("lowest", ("Ann",), 3), in_front("lowest", ("Ann", "Bo"), 3)
    ({'Ann': 'lowest'}, {})
    """
    if len(best) * 2 > players:
        return {}
    word = in_context("points", "highest") if wins == "highest" else in_context("points", "lowest")
    return dict.fromkeys(best, word)
