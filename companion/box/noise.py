"""Words what came from a reader in place of a card."""

from typing import assert_never

from companion.inputs import Noise
from companion.text.language import gettext as _
from companion.text.language import ngettext


def noise_sentence(noise: Noise) -> str:
    """Return what came from a reader, without the reader's name.

    >>> noise_sentence(Noise("odd bytes", 2)), noise_sentence(Noise("restarted"))
    ('2 odd bytes', 'restarted: pass the last card again if it does not show')
    """
    count = noise.count
    match noise.what:
        case "odd bytes":
            words = ngettext("{n:d} odd byte", "{n:d} odd bytes", count)
        case "half a line":
            words = _('half a line, "{text}"')
        case "no line end":
            words = _("no line end. Set it to CR")
        case "long line":
            words = ngettext("a line of over {n:d} byte", "a line of over {n:d} bytes", count)
        case "restarted" if not count:
            words = _("restarted: pass the last card again if it does not show")
        case "restarted":
            words = ngettext(
                "restarted, {n:d} card unread: pass the last card again if it does not show",
                "restarted, {n:d} cards unread: pass the last card again if it does not show",
                count,
            )
        case "lost":
            words = ngettext("{n:d} card lost", "{n:d} cards lost", count)
        case "not kept":
            words = ngettext(
                "{n:d} card not kept: pass it again", "{n:d} cards not kept: pass it again", count
            )
        case _:
            assert_never(noise.what)
    return words.format(n=count, text=noise.text)
