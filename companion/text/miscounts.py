"""Words what does not add up at a table."""

from typing import assert_never

from companion.rules.miscount import Miscount
from companion.text.language import gettext as _


def miscount_sentence(miscount: Miscount) -> str:
    """Return the sentence for players.

    >>> miscount_sentence(Miscount("chips", 16, 15))
    'The chips do not add up: 16 of 15'
    """
    match miscount.what:
        case "cards":
            words = _("The cards do not add up: {counted} of {due}")
        case "chips":
            words = _("The chips do not add up: {counted} of {due}")
        case "tricks":
            words = _("The tricks do not add up: {counted} of {due}")
        case "points":
            words = _("The points do not add up: {counted} of {due}")
        case "points before":
            words = _("The points do not add up: {counted} of {due} before")
        case "rules":
            return _("The game and its rules do not belong together")
        case _:
            assert_never(miscount.what)
    return words.format(counted=miscount.counted, due=miscount.due)
