"""Words what players take out of a pack and put into it before a game."""

from collections.abc import Iterator

from companion.message import Words, joined, phrase, plural
from companion.rules.cards import RANKS, Pack
from companion.text.cards import face, rank_face


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
    """Return what to do with the cards before the next game, as headline and sentence;
    both "" for nothing.

    `had` is the pack on the table; None means a deck of 52 with the wanted jokers, if nobody knows.
    """
    lies = had or Pack(jokers=now.jokers)
    changes = [*_decks(lies, now), *_jokers(lies, now), *_removed(lies, now)]
    if len(changes) < 2:
        return changes[0] if changes else ("", "")
    return phrase("The pack"), joined(". ", (joined(": ", change) for change in changes))


def _decks(had: Pack, now: Pack) -> Iterator[tuple[Words, Words]]:
    if now.decks > had.decks:
        yield phrase("Two decks"), ""
    elif now.decks < had.decks:
        yield phrase("Take out"), phrase("the second deck")


def _jokers(had: Pack, now: Pack) -> Iterator[tuple[Words, Words]]:
    if now.jokers > had.jokers:
        more = now.jokers - had.jokers
        yield phrase("Put in"), plural("{n} joker", "{n} jokers", more)
    elif now.jokers < had.jokers:
        fewer = had.jokers - now.jokers
        some = plural("{n} joker", "{n} jokers", fewer)
        yield phrase("Take out"), some if now.jokers else phrase("the jokers")


def _removed(had: Pack, now: Pack) -> Iterator[tuple[Words, Words]]:
    lacked, lacks = taken_out(had), taken_out(now)
    if lacks and lacks != lacked:
        yield phrase("Take out"), phrase("only {cards}", cards=lacks) if lacked else lacks
    elif lacked and not lacks:
        yield phrase("Put back"), lacked
