"""A disk that fails: what to do with what it refused, and what to write down (docs/box.md)."""

from companion.dialogs.context import Close, Scene, SwitchOff, TryDisk
from companion.dialogs.toolkit import Information, Page, WidgetDialog
from companion.rules.cards import Card
from companion.screens.disk import not_safe, not_saved


class NotSavedDialog(Information, WidgetDialog, frozen=True):
    """Says what to do because the disk did not take the `refused` card;
    None stands for anything else.

    OK tries the disk again, MORE shows what to write down; the next card is tried at once.
    """

    refused: Card | None = None

    def widget(self, scene: Scene) -> Page:
        screen = not_saved(scene.disk or "failing", self.refused, scene.state)
        return Page(screen=screen, ok=TryDisk(), more=NotSafeDialog())


class NotSafeDialog(Information, WidgetDialog, frozen=True):
    """Says what to write down, because the disk may not hold every card.

    With `leaving` OK switches off, or restarts, all the same; without, any key goes on.
    """

    leaving: SwitchOff | None = None

    def widget(self, scene: Scene) -> Page:
        leave = Close()
        if self.leaving is None:
            return Page(screen=not_safe(scene.state), ok=leave, more=leave, bust=leave)
        return Page(screen=not_safe(scene.state, asks=True), ok=self.leaving)
