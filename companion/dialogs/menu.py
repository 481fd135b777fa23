"""The menu, with the choice of a language and the update."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from companion.core.frozen import Frozen
from companion.dialogs.context import (
    CallDirector,
    Close,
    IssueCode,
    Item,
    ListLanguages,
    ScanNetworks,
    Scene,
    StartUpdate,
    SwitchOff,
    Toggle,
    UseCourt,
    UseLanguage,
    UseLearning,
    UseVoice,
)
from companion.dialogs.network import DismissPhonesDialog
from companion.dialogs.self_test import SelfTestDialog
from companion.dialogs.set_up import ChooseGameDialog, SummaryDialog
from companion.dialogs.toolkit import (
    Choice,
    Confirmation,
    Information,
    Page,
    WidgetDialog,
    around,
    list_of,
    waiting,
)
from companion.message import Words, in_context, language_in_use, phrase, plural, render
from companion.outputs import Court
from companion.words.calling import VoiceMode
from companion.words.disk import disk_words
from companion.words.parts import noise_line, part_word
from companion.words.variants import translated


class LanguageOption(Frozen):
    """A language by its code, its own name, and its own word for "Language"."""

    code: str
    name: str
    word: str


class LanguageDialog(WidgetDialog):
    """The languages, each by its own name. OK uses the chosen one, UNDO keeps the current one.

    A new box shows this list first, possibly to people who cannot read English. For them, another
    language's word for the title is on the right.
    """

    options: tuple[LanguageOption, ...]
    chosen: int

    @classmethod
    def of(cls, options: tuple[LanguageOption, ...]) -> "LanguageDialog":
        """Return the list with the current language chosen."""
        codes = [option.code for option in options]
        return cls(options, codes.index(language_in_use().code))

    def widget(self, scene: Scene) -> Choice:
        title = phrase("Language")
        other = next((option.word for option in self.options if option.word != render(title)), "")
        rows = [Item(option.name, UseLanguage(option.code)) for option in self.options]
        first = phrase("Answer first: which language?")
        return list_of(rows, self.chosen, title, other, first=first)


UPDATE: Final = Confirmation(
    question=phrase("Update?"),
    line=phrase("the game is kept"),
    ok=StartUpdate(),
)
"""Confirmation of an update to the newest version; the box restarts and resumes the game."""


class UpdatingDialog(Information):
    """Notice that the update is running; it continues if the notice is closed."""

    def widget(self, scene: Scene) -> Page:
        return waiting(phrase("Update"), phrase("Updating"), phrase("leave the plug in"))


def items(scene: Scene) -> Iterator[Item]:
    """Yield the rows that are possible now: for the game, the people, the phones and the box."""
    people = tuple[Item, ...]()
    if scene.stopped is None and scene.state is not None:
        dialogs = scene.family(scene.state)
        yield from dialogs.menu_rows(scene, MenuDialog())
        people = dialogs.people_rows(scene, MenuDialog())
    yield Item(phrase("New game"), ChooseGameDialog())
    if scene.state is not None and isinstance(again := SummaryDialog.again(scene), SummaryDialog):
        yield Item(phrase("Play on"), again, translated(scene.variant(again.command.variant).short))
    yield from people
    if scene.calls_director:
        yield Item(phrase("The director has come"), CallDirector(calls=False))
    elif scene.has_floor:
        yield Item(phrase("Call the director"), CallDirector(calls=True))
    if scene.phones is not None:
        count = scene.phones.ruling
        yield Item(phrase("Phone code"), IssueCode())
        if count:
            yield Item(phrase("Disconnect phones"), DismissPhonesDialog(), str(count))
    sound = in_context("sound", "off") if scene.muted else in_context("sound", "on")
    yield Item(phrase("Sound"), Toggle("muted", not scene.muted), sound)
    voice = UseVoice(_after(scene.voice, get_args(VoiceMode)))
    yield Item(phrase("Voice"), voice, _VOICES[scene.voice])
    learns = in_context("learning", "on") if scene.learns else in_context("learning", "off")
    yield Item(phrase("Learn to add"), UseLearning(not scene.learns), learns)
    light = in_context("light", "night") if scene.night else in_context("light", "day")
    yield Item(phrase("Light"), Toggle("night", not scene.night), light)
    if scene.language:
        yield Item(phrase("Language"), ListLanguages(), scene.language)
    court = language_in_use().court
    yield Item(phrase("Cards"), UseCourt(_after(court, get_args(Court))), " ".join(court))
    if scene.network is not None:
        yield Item(phrase("Network"), ScanNetworks(), scene.network.name)
    if scene.parts:
        yield Item(phrase("Self-test"), SelfTestDialog())
    yield Item(phrase("About"), AboutDialog())
    if scene.can_update:
        yield Item(phrase("Update"), UPDATE)
    if scene.can_restart:
        yield Item(phrase("Restart"), SwitchOffDialog(restart=True))
    yield Item(phrase("Switch off"), SwitchOffDialog())


def _after(value: str, values: tuple[Any, ...]) -> Any:
    return values[around(values.index(value), 1, len(values))]


_VOICES: Final[Mapping[VoiceMode, Words]] = {
    "after": in_context("voice", "after player"),
    "caller": in_context("voice", "caller"),
    "trouble": in_context("voice", "trouble"),
}


class MenuDialog(WidgetDialog):
    """The list of rows; UNDO closes it."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        first = phrase("First leave the menu with {key}", key="UNDO")
        return list_of([*items(scene)], self.chosen, phrase("Menu"), first=first)


class SwitchOffDialog(WidgetDialog):
    """Confirmation of switching off, or of a `restart`; the next start resumes the game."""

    restart: bool = False

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            question=phrase("Restart?") if self.restart else phrase("Switch off?"),
            line=phrase("the game is kept"),
            ok=SwitchOff(self.restart),
        )


class AboutDialog(WidgetDialog):
    """Information about this box, as a list; OK or UNDO closes it."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        rows = [Item(line, Close()) for line in about_lines(scene)]
        first = phrase("First leave this page with {key}", key="UNDO")
        return list_of(rows, self.chosen, phrase("About"), "", first=first)


def about_lines(scene: Scene) -> Iterator[Words]:
    """Yield the information about the box, in lines for the display."""
    number = scene.version.partition("+")[0]  # Without the commit of a package from a clone.
    if number:
        yield phrase("Version {number}", number=number)
    yield plural("{n:d} game", "{n:d} games", len(scene.variants))
    yield plural("{n:d} entry saved", "{n:d} entries saved", scene.commands)
    if scene.disk:
        yield disk_words(scene.disk)
    for part in scene.missing:
        yield phrase("{part} missing", part=part_word(part))
    yield from map(noise_line, scene.noisy)
