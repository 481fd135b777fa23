"""Words what a start says of entries that the disk has lost, and of a journal that was set aside."""

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
