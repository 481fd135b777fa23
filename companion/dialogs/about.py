"""Information about the box: its version, games, journal and missing parts."""

from companion.dialogs.context import Close, Scene
from companion.dialogs.toolkit import Choice, WidgetDialog
from companion.message import Words, phrase, plural
from companion.screens.model import ListEntry, ListScreen
from companion.text.disk import disk_words
from companion.text.parts import noise_line, part_word


class AboutDialog(WidgetDialog, frozen=True):
    """The lines about this box, in a list; any key but LEFT and RIGHT leaves it."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        lines = about_lines(scene)
        screen = ListScreen(phrase("About"), "", tuple(map(ListEntry, lines)), self.chosen % len(lines))
        leave, first = Close(), phrase("First: leave this page with {key}", key="UNDO")
        return Choice(screen=screen, ok=leave, more=leave, bust=leave, first=first)


def about_lines(scene: Scene) -> tuple[str, ...]:
    """Return what there is to say about the box, in lines for the display."""
    games, commands = len(scene.variants), scene.commands
    return (
        *_version_lines(scene.version),
        plural("{n:d} game", "{n:d} games", games),
        plural("{n:d} command kept", "{n:d} commands kept", commands),
        *((str(disk_words(scene.disk)),) if scene.disk else ()),
        *(phrase("{part} missing", part=part_word(part)) for part in scene.missing),
        *map(noise_line, scene.noisy),
    )


def _version_lines(installed: str) -> tuple[Words, ...]:
    """Return the installed version in lines; a package of a clone adds its commit after a plus sign."""
    if not installed:
        return ()
    number, plus, built = installed.partition("+")
    lines = (phrase("Version {number}", number=number),)
    return (*lines, phrase("Commit {commit}", commit=built.rpartition(".")[2])) if plus else lines
