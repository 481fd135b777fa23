"""The machine's network: the current one, the known ones in range, and the box's own; and the
phones that are paired with the box.
"""

from collections.abc import Iterator
from typing import Final

from companion.dialogs.context import (
    Close,
    CloseOwnNetwork,
    DismissPhones,
    IssueCode,
    Item,
    JoinNetwork,
    JudgeGuesser,
    OpenOwnNetwork,
    PhoneStatus,
    Scene,
)
from companion.dialogs.toolkit import (
    Confirmation,
    Information,
    Page,
    Widget,
    WidgetDialog,
    list_of,
    ok_and_undo,
    waiting,
)
from companion.inputs import KnownNetwork, NetworkNews
from companion.message import Words, in_context, phrase, plural
from companion.screens.model import (
    ConfirmScreen,
    KeyHint,
    NoticeScreen,
    OwnWifiScreen,
    PairingScreen,
    Picture,
    WelcomeScreen,
)


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


CLOSE_OWN_QUESTION: Final = Confirmation(
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
