"""The entries that a start misses: up to where all is kept, and how to go on (51)."""

from companion.dialogs.context import Close, Dialog, Scene
from companion.dialogs.toolkit import Information, Page, WidgetDialog
from companion.message import in_context
from companion.rules.disagreement import Observed
from companion.rules.family import State
from companion.rules.game import counting
from companion.screens.model import KeyHint, NoticeScreen
from companion.screens.table_pictures import names_of
from companion.text.lost_entries import entries_missing, kept_up_to, play_on


class EntriesMissingDialog(Information, WidgetDialog, frozen=True):
    """Says how many entries are `missing` after the state `kept`;
    stays until a key or the next card.

    MORE puts them in by hand, in a family that can.
    """

    missing: int
    kept: State
    is_last: bool = False

    def widget(self, scene: Scene) -> Page:
        headline, table = entries_missing(self.missing), names_of(self.kept)
        if not self.is_last:
            last = EntriesMissingDialog(self.missing, self.kept, is_last=True)
            ok = KeyHint("OK", in_context("key", "next"))
            screen = NoticeScreen(headline, kept_up_to(self.kept), table=table, ok=ok, page="1/2")
            return Page(screen=screen, ok=last, turn=last)
        by_hand = self._by_hand(scene)
        screen = NoticeScreen(
            headline,
            play_on(self.kept, self.missing, by_hand=by_hand is not None),
            table=table,
            ok=KeyHint("OK", in_context("key", "play on")),
            other=None if by_hand is None else KeyHint("MORE", in_context("key", "put in")),
            page="2/2",
        )
        return Page(
            screen=screen,
            ok=Close(),
            more=by_hand,
            turn=EntriesMissingDialog(self.missing, self.kept),
        )

    def _by_hand(self, scene: Scene) -> Dialog | None:
        """Return what puts a play in; None before the first play,
        and where nothing can be put in.
        """
        if len(counting(scene.moments)) < 2:
            return None
        by_hand = scene.dialogs_of(scene.game()[1]).by_hand(scene, Observed(), self)
        return None if by_hand is self else by_hand
