"""Keeps the newest reports about the machine, and passes on requests to change its network."""

from typing import Protocol, assert_never

from companion.box.notifier import Notifier
from companion.dialogs.context import (
    Asked,
    CloseOwnNetwork,
    Dialog,
    JoinNetwork,
    OpenOwnNetwork,
    ScanNetworks,
)
from companion.dialogs.network import NetworkDialog, OwnNetworkDialog, WaitingDialog
from companion.inputs import KnownNetwork, NetworkAnswer, NetworkNews, PowerNews
from companion.screens.model import NoticeScreen


class NetworkControl(Protocol):
    """Changes the machine's network: each call returns at once, and inputs report what came of it."""

    def look(self) -> None:
        """Scan for networks in range, and report them for a while."""
        ...

    def join(self, network: KnownNetwork) -> None:
        """Join a network that the machine knows."""
        ...

    def open_own(self) -> None:
        """Open the box's own network."""
        ...

    def close_own(self) -> None:
        """Close it again."""
        ...


class HostNetwork:
    """The newest reports about the machine, and the requests to change its network.

    `news` stays None where the box may not change the network.
    """

    def __init__(self, notifier: Notifier) -> None:
        self.networks: NetworkControl | None = None
        self.news: NetworkNews | None = None
        self.power = PowerNews(can_restart=False)
        self._notifier = notifier

    def ask(self, asked: Asked) -> Dialog | None:
        """Pass a dialog's request on; return the dialog to show while the machine works on it."""
        if self.networks is None:
            return None
        match asked:
            case ScanNetworks():
                self.networks.look()
                return NetworkDialog("" if self.news is None else self.news.profile)
            case JoinNetwork(network):
                self.networks.join(network)
                return WaitingDialog(f"Joining {network.name}")
            case OpenOwnNetwork():
                self.networks.open_own()
                return WaitingDialog("Opening own network")
            case CloseOwnNetwork():
                self.networks.close_own()
                return WaitingDialog("Closing own network")
            case _:
                assert_never(asked)

    def take_answer(self, answer: NetworkAnswer, dialog: Dialog | None, now: float) -> Dialog | None:
        """Take in the answer to a request; return the dialog that follows `dialog`."""
        if isinstance(dialog, WaitingDialog) and self._is_open and not answer.refused:
            return OwnNetworkDialog()
        notice = NoticeScreen("Network", answer.said, mark="cross" if answer.refused else "")
        self._notifier.notify(notice, now)
        return NetworkDialog() if isinstance(dialog, WaitingDialog) else dialog

    @property
    def _is_open(self) -> bool:
        return self.news is not None and self.news.own is not None and self.news.own.is_open
