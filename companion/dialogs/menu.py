"""The menu, and what it opens: the languages, the update, the machine's network, and the phones
that are paired with the box.
"""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from companion.core.frozen import Frozen
from companion.dialogs.context import (
    CallDirector,
    Close,
    CloseOwnNetwork,
    DismissPhones,
    IssueCode,
    Item,
    JoinNetwork,
    JudgeGuesser,
    ListLanguages,
    OpenOwnNetwork,
    PhoneStatus,
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
from companion.dialogs.self_test import SelfTestDialog
from companion.dialogs.set_up import ChooseGameDialog, SummaryDialog
from companion.dialogs.toolkit import (
    Choice,
    Confirmation,
    Information,
    Page,
    Widget,
    WidgetDialog,
    around,
    list_of,
    ok_and_undo,
    waiting,
)
from companion.inputs import KnownNetwork, NetworkNews
from companion.message import Words, in_context, language_in_use, phrase, plural, render
from companion.outputs import Court
from companion.screens.model import (
    ConfirmScreen,
    KeyHint,
    NoticeScreen,
    OwnWifiScreen,
    PairingScreen,
    Picture,
    WelcomeScreen,
)
from companion.words.calling import VoiceMode
from companion.words.disk import disk_words
from companion.words.parts import noise_line, part_word
from companion.words.variants import translated


class NetworkDialog(WidgetDialog):
    """The current network with its address, and those to join; OK asks about the chosen one."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Widget:
        news = _news(scene)
        rows = [*_rows(news)]
        first = phrase("First leave this page with {key}", key="UNDO")
        title = phrase("Joining {network}", network=news.name) if news.joining else news.name
        title = title or phrase("No network")
        if rows:
            return list_of(rows, self.chosen, title, news.address, first=first)
        line = phrase("no known Wi-Fi in range") if news.radio else phrase("Wi-Fi is switched off")
        back = KeyHint("UNDO", in_context("key", "back"))
        screen = ConfirmScreen(phrase("Network"), "", title, news.address or line, keys=(back,))
        return Page(screen=screen, first=first)


def join_question(network: KnownNetwork) -> Confirmation:
    """Return the question before joining, because phones then find the box at another address."""
    return Confirmation(
        title=phrase("Join?"),
        question=network.name,
        line=phrase("phones find it there"),
        ok=JoinNetwork(network),
        undo=NetworkDialog(),
        first=phrase("Answer first: join {network}, yes or no?", network=network.name),
    )


def open_own_question(name: str) -> Confirmation:
    """Return the question before opening the own network, because the box leaves the one with this
    name.
    """
    return Confirmation(
        question=phrase("Open own network?"),
        line=phrase("the box leaves {network}", network=name) if name else phrase("phones join it"),
        ok=OpenOwnNetwork(),
        undo=NetworkDialog(),
    )


CLOSE_OWN_QUESTION = Confirmation(
    question=phrase("Close own network?"),
    line=phrase("its phones lose the box"),
    ok=CloseOwnNetwork(),
    undo=NetworkDialog(),
)
"""The question before closing the own network, because its phones lose the connection."""


class WaitingDialog(Information):
    """Notice that a network request is in progress; closing it does not stop the request."""

    asked: JoinNetwork | OpenOwnNetwork | CloseOwnNetwork

    def widget(self, scene: Scene) -> Page:
        return waiting(phrase("Network"), self._what(), phrase("a moment"))

    def _what(self) -> Words:
        match self.asked:
            case JoinNetwork(network):
                return phrase("Joining {network}", network=network.name)
            case OpenOwnNetwork():
                return phrase("Opening own network")
            case CloseOwnNetwork():
                return phrase("Closing own network")


class OwnNetworkDialog(Information):
    """Instructions for joining the box's own network: a QR code, and name and password to type.

    Any key closes it, and a scanned card is played.
    """

    def widget(self, scene: Scene) -> Page:
        own = _news(scene).own
        screen = (
            OwnWifiScreen() if own is None else OwnWifiScreen(own.name, own.modules, own.password)
        )
        return Page(screen=screen, rest=Close())


def _news(scene: Scene) -> NetworkNews:
    return scene.network or NetworkNews()


def _rows(news: NetworkNews) -> Iterator[Item]:
    for network in news.known:
        is_in = network.profile == news.profile and not news.joining
        value = in_context("network", "in") if is_in else f"{network.signal} %"
        yield Item(network.name, join_question(network), value)
    own = phrase("Own network")
    if news.own is not None and news.own.is_open:
        yield Item(own, OwnNetworkDialog(), in_context("own network", "open"))
        yield Item(phrase("Close own network"), CLOSE_OWN_QUESTION)
    elif news.own is not None:
        yield Item(own, open_own_question(news.name))


class CodeDialog(Information):
    """A QR code that pairs a phone, and the six digits as an alternative.

    OK makes another code, any other key closes the dialog. It also closes when its code is used or
    expires, and before a scanned card is handled. After too many wrong guesses a notice replaces
    the code until a key is pressed. A notice about an address that guesses codes does the same: OK
    ignores it, MORE blocks it.
    """

    def widget(self, scene: Scene) -> Page:
        phones = scene.phones or PhoneStatus()
        screen: Picture
        if phones.spent:
            keys = ok_and_undo(in_context("key", "new code"), in_context("key", "leave"))
            why = phrase("Too many: this code has expired")
            screen = NoticeScreen(phrase("Wrong codes"), why, keys=keys)
        elif phones.guesser:
            count, where = phones.guesses, phones.guesser
            screen = NoticeScreen(
                plural("{n:d} wrong code", "{n:d} wrong codes", count),
                phrase("{address} is blocked, others can pair", address=where),
                keys=(
                    KeyHint("OK", in_context("key", "fine")),
                    KeyHint("MORE", in_context("key", "block")),
                ),
            )
            ok, more = JudgeGuesser(shut=False), JudgeGuesser(shut=True)
            return Page(screen=screen, ok=ok, more=more, rest=Close())
        else:
            label = in_context("above six digits", "code to type")
            screen = PairingScreen(phones.address, phones.invitation, phones.code, label)
        return Page(screen=screen, ok=IssueCode(), rest=Close())


class WelcomeDialog(Information):
    """Welcome on a new box: the phones' address. MORE makes a pairing code, OK closes.

    It closes before a scanned card is handled.
    """

    def widget(self, scene: Scene) -> Page:
        phones = scene.phones or PhoneStatus()
        screen = WelcomeScreen(
            phones.address,
            phones.modules,
            phones.name,
            keys=(
                KeyHint("OK", in_context("key", "play")),
                KeyHint("MORE", in_context("key", "code")),
            ),
        )
        return Page(screen=screen, more=IssueCode(), rest=Close())


class DismissPhonesDialog(WidgetDialog):
    """Confirmation of disconnecting all phones, each of which then needs a new code."""

    def widget(self, scene: Scene) -> Confirmation:
        count = scene.phones.ruling if scene.phones is not None else 0
        return Confirmation(
            question=phrase("Disconnect phones?"),
            line=plural("{n:d} phone can play", "{n:d} phones can play", count),
            ok=DismissPhones(),
        )


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


UPDATE = Confirmation(
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


_VOICES: Mapping[VoiceMode, Words] = {
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
