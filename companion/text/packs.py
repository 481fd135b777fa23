"""Words what players take out of a pack and put into it before a game."""

from collections.abc import Iterator

from companion.rules.cards import RANKS, Pack
from companion.text.cards import face, rank_face
from companion.text.language import gettext as _
from companion.text.language import ngettext


def taken_out(pack: Pack) -> str:
    """Return the cards to take out of a deck of 52: ``2♣ 2♦``, ``2 to 6, 7♣ 7♠``; "" for none."""
    whole = [rank for rank in (*RANKS[1:], RANKS[0]) if rank not in pack.ranks]
    parts = []
    if len(whole) > 2 and whole == list(RANKS[1 : len(whole) + 1]):
        parts.append(_("{low} to {high}").format(low=rank_face(whole[0]), high=rank_face(whole[-1])))
    elif whole:
        parts.append(" ".join(map(rank_face, whole)))
    if pack.removed:
        parts.append(" ".join(face(card) for card in pack.removed))
    return ", ".join(parts)


def pack_changes(had: Pack | None, now: Pack) -> tuple[str, str]:
    """Return what to do with the cards before the next game, as headline and sentence; both "" for nothing.

    `had` is the pack on the table; None means a deck of 52 with the wanted jokers, if nobody knows.
    """
    lies = had or Pack(jokers=now.jokers)
    changes = [*_decks(lies, now), *_jokers(lies, now), *_removed(lies, now)]
    if len(changes) < 2:
        return changes[0] if changes else ("", "")
    return _("The pack"), ". ".join(f"{headline}: {what}" if what else headline for headline, what in changes)


def _decks(had: Pack, now: Pack) -> Iterator[tuple[str, str]]:
    if now.decks > had.decks:
        yield _("Two decks"), ""
    elif now.decks < had.decks:
        yield _("Take out"), _("the second deck")


def _jokers(had: Pack, now: Pack) -> Iterator[tuple[str, str]]:
    if now.jokers > had.jokers:
        more = now.jokers - had.jokers
        yield _("Put in"), ngettext("{n} joker", "{n} jokers", more).format(n=more)
    elif now.jokers < had.jokers:
        fewer = had.jokers - now.jokers
        some = ngettext("{n} joker", "{n} jokers", fewer).format(n=fewer)
        yield _("Take out"), some if now.jokers else _("the jokers")


def _removed(had: Pack, now: Pack) -> Iterator[tuple[str, str]]:
    lacked, lacks = taken_out(had), taken_out(now)
    if lacks and lacks != lacked:
        yield _("Take out"), _("only {cards}").format(cards=lacks) if lacked else lacks
    elif lacked and not lacks:
        yield _("Put back"), lacked
