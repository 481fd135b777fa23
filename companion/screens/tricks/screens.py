"""The pictures of trick games, as `companion.screens.family` hands them out."""

from collections.abc import Sequence

from companion.message import Name, phrase
from companion.rules.events import Event, Revoked, Swept, TrickTaken
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.screens.model import NoticeScreen, Picture
from companion.screens.table_pictures import names_of
from companion.screens.tricks.pictures import taken_picture


class TrickScreens:
    """The pictures of Arizona Spaghetti and its kin."""

    def announcement(
        self,
        rules: TrickRules,
        before: TrickState | None,
        after: TrickState,
        events: Sequence[Event],
    ) -> Picture | None:
        """Return the picture of a trick just taken,
        else of the cost of a revoke that the table let stand.
        """
        paid = sum(event.points for event in events if isinstance(event, TrickTaken | Swept))
        for event in events:
            match event:
                case TrickTaken() if after.taken is not None:
                    return taken_picture(rules, after, after.taken, paid)
        for event in events:
            match event:
                case Revoked(player, _, _, penalty) if penalty:
                    pays = phrase("{name} pays {points}", name=Name(player), points=penalty)
                    return NoticeScreen(phrase("Revoke"), pays, table=names_of(after))
        return None
