"""The pictures of trick games, as `companion.screens.family` hands them out."""

from collections.abc import Sequence

from companion.rules.events import Event, Revoked, Swept, TrickTaken
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.screens.model import NoticeScreen, Picture
from companion.screens.table_pictures import names_of
from companion.screens.tricks.pictures import taken_picture
from companion.text.language import gettext as _
from companion.text.named import named


class TrickScreens:
    """The pictures of Arizona Spaghetti and its kin."""

    def announcement(
        self, rules: TrickRules, before: TrickState | None, after: TrickState, events: Sequence[Event]
    ) -> Picture | None:
        """Return the picture of a trick just taken, else of the cost of a revoke that the table let stand."""
        paid = sum(event.points for event in events if isinstance(event, TrickTaken | Swept))
        for event in events:
            match event:
                case TrickTaken() if after.taken is not None:
                    return taken_picture(rules, after, after.taken, paid)
        for event in events:
            match event:
                case Revoked(player, _, _, penalty) if penalty:
                    pays = named(_("{name} pays {points}"), player, points=penalty)
                    return NoticeScreen(_("Revoke"), pays, table=names_of(after))
        return None
