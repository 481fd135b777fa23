"""Words what a start says of entries that the disk has lost, and of a journal that was damaged."""

from companion.text.language import gettext as _
from companion.text.language import ngettext


def lost_entries(entries: int, left: int) -> str:
    """Return what to do about so many lost `entries`, before which `left` are kept.

    >>> lost_entries(2, left=7)
    'The disk has lost the last 2 entries: enter them again'
    """
    if left or entries == 1:
        lost = ngettext(
            "The disk has lost the last entry: enter it again",
            "The disk has lost the last {n:d} entries: enter them again",
            entries,
        )
    else:
        lost = ngettext(
            "The disk has lost all {n:d} entries: enter them again",
            "The disk has lost all {n:d} entries: enter them again",
            entries,
        )
    return lost.format(n=entries)


def journal_set_aside(file: str, missing: int, *, is_damaged: bool) -> str:
    """Return under which name a journal is kept that is damaged, or does not play again, and what is missing.

    >>> journal_set_aside("journal-damaged-1.db", 0, is_damaged=True)
    'The journal was damaged and is kept as journal-damaged-1.db'
    """
    if is_damaged and missing:
        words = ngettext(
            "The journal was damaged and is kept as {file}: {n:d} entry is missing",
            "The journal was damaged and is kept as {file}: {n:d} entries are missing",
            missing,
        )
    elif is_damaged:
        words = _("The journal was damaged and is kept as {file}")
    elif missing:
        words = ngettext(
            "The journal does not play again and is kept as {file}: {n:d} entry is missing",
            "The journal does not play again and is kept as {file}: {n:d} entries are missing",
            missing,
        )
    else:
        words = _("The journal does not play again and is kept as {file}")
    return words.format(file=file, n=missing)


def journal_saved(last: int, others: int, *, is_all: bool) -> str:
    """Return what a journal that was damaged lacks: the `last` entries, and so many `others`.

    "No entry is lost" is said only where it is certain that what was saved `is_all`.

    >>> journal_saved(2, 0, is_all=True)
    'The journal was damaged: enter the last 2 entries again. The damaged file is kept'
    """
    if last:
        words = ngettext(
            "The journal was damaged: enter the last entry again",
            "The journal was damaged: enter the last {n:d} entries again",
            last,
        )
        first = words.format(n=last)
    elif not is_all:
        first = _("The journal was damaged, and all is kept that can be read")
    elif others:
        first = _("The journal was damaged, but this game is whole")
    else:
        first = _("The journal was damaged, but no entry is lost")
    return ". ".join((first, *_of_earlier_games(others), _("The damaged file is kept")))


def copy_taken(last: int, others: int, *, is_all: bool, has_file: bool) -> str:
    """Return what a copy lacks that has taken the place of a journal, and whether that is kept in a file.

    Unless these entries are certainly `is_all` that is missing, it does not call the game whole.

    >>> copy_taken(0, 1, is_all=True, has_file=True)
    'The copy is in use, and this game is whole. 1 entry of earlier games is lost. The old journal is kept'
    """
    if last:
        words = ngettext(
            "The copy is in use: enter the last entry again",
            "The copy is in use: enter the last {n:d} entries again",
            last,
        )
        first = words.format(n=last)
    else:
        first = _("The copy is in use, and this game is whole") if is_all else _("The copy is in use")
    kept = (_("The old journal is kept"),) if has_file else ()
    return ". ".join((first, *_of_earlier_games(others), *kept))


def _of_earlier_games(entries: int) -> tuple[str, ...]:
    """Return that so many `entries` of earlier games are lost; nothing if none is."""
    if not entries:
        return ()
    words = ngettext(
        "{n:d} entry of earlier games is lost",
        "{n:d} entries of earlier games are lost",
        entries,
    )
    return (words.format(n=entries),)
