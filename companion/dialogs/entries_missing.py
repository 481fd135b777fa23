"""The entries that a start misses: up to where all is kept, and how to go on (51)."""

from companion.dialogs.context import Close, Dialog, Scene
from companion.dialogs.toolkit import Information, Page, WidgetDialog
from companion.rules.disagreement import Observed
from companion.rules.game import counting
from companion.screens.model import KeyHint, NoticeScreen
from companion.screens.table_pictures import names_of
from companion.text.copies import entries_missing, kept_up_to, play_on
from companion.text.language import pgettext


class EntriesMissingDialog(Information, WidgetDialog, frozen=True):
    """Says how many entries are `missing`; stays until a key, or the next card is played.

    MORE puts them in by hand, in a family that can.
    """

    missing: int
    is_last: bool = False

    def widget(self, scene: Scene) -> Page:
        _rules, state = scene.game()
        headline, table = entries_missing(self.missing), names_of(state)
        if not self.is_last:
            last = EntriesMissingDialog(self.missing, is_last=True)
            ok = KeyHint("OK", pgettext("key", "next"))
            screen = NoticeScreen(headline, kept_up_to(state), table=table, ok=ok, page="1/2")
            return Page(screen=screen, ok=last, turn=last)
        by_hand = self._by_hand(scene)
        screen = NoticeScreen(
            headline,
            play_on(state, self.missing, by_hand=by_hand is not None),
            table=table,
            ok=KeyHint("OK", pgettext("key", "play on")),
            other=None if by_hand is None else KeyHint("MORE", pgettext("key", "put in")),
            page="2/2",
        )
        return Page(screen=screen, ok=Close(), more=by_hand, turn=EntriesMissingDialog(self.missing))

    def _by_hand(self, scene: Scene) -> Dialog | None:
        """Return what puts a play in; None before the first play, and where nothing can be put in."""
        if len(counting(scene.moments)) < 2:
            return None
        by_hand = scene.dialogs_of(scene.game()[1]).by_hand(scene, Observed(), self)
        return None if by_hand is self else by_hand
