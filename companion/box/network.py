"""The machine around the box, as the box sees it: its network, and whether it can be started anew."""

from typing import Protocol, assert_never

from companion.box.verdicts import Verdicts
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


class NetworkControl(Protocol):
    """Whoever can change the machine's network: each call returns at once, inputs tell what came of it."""

    def look(self) -> None:
        """Looks for networks in range, and tells of them for a while."""
        ...

    def join(self, network: KnownNetwork) -> None:
        """Joins a network that the machine knows."""
        ...

    def open_own(self) -> None:
        """Opens the box's own network."""
        ...

    def close_own(self) -> None:
        """Closes it again."""
        ...


class HostNetwork:
    """What is known of the machine, and what is asked of it.

    `news` is None until there is any, or for good where the network is nobody's to change here.
    """

    def __init__(self, verdicts: Verdicts) -> None:
        self.networks: NetworkControl | None = None
        self.news: NetworkNews | None = None
        self.power = PowerNews(can_restart=False)
        self._verdicts = verdicts

    def ask(self, asked: Asked) -> Dialog | None:
        """Passes on what a dialog has asked for; what the box shows while it is done."""
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

    def hear(self, answer: NetworkAnswer, dialog: Dialog | None, now: float) -> Dialog | None:
        """Tells what came of it, and gives the dialog that is on now, `dialog` being on until then."""
        if isinstance(dialog, WaitingDialog) and self._is_open and not answer.refused:
            return OwnNetworkDialog()
        self._verdicts.network(answer.said, now, refused=answer.refused)
        return NetworkDialog() if isinstance(dialog, WaitingDialog) else dialog

    @property
    def _is_open(self) -> bool:
        return self.news is not None and self.news.own is not None and self.news.own.is_open
