"""The machine around the box, as the box sees it: its network, and whether it can be started anew."""

from typing import Protocol, assert_never

from companion.box.verdicts import Verdicts
from companion.dialogs.context import Asked, CloseOwn, Dialog, Join, LookAround, OpenOwn
from companion.dialogs.network import NetworkPage, ShowOwn, Waiting
from companion.inputs import KnownNetwork, NetworkAnswer, NetworkNews, PowerNews


class Networks(Protocol):
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


class Surroundings:
    """What is known of the machine, and what is asked of it.

    `news` is None until there is any, or for good where the network is nobody's to change here.
    """

    def __init__(self, verdicts: Verdicts) -> None:
        self.networks: Networks | None = None
        self.news: NetworkNews | None = None
        self.power = PowerNews(can_restart=False)
        self._verdicts = verdicts

    def ask(self, asked: Asked) -> Dialog | None:
        """Passes on what a dialog has asked for; what the box shows while it is done."""
        if self.networks is None:
            return None
        match asked:
            case LookAround():
                self.networks.look()
                return NetworkPage("" if self.news is None else self.news.profile)
            case Join(network):
                self.networks.join(network)
                return Waiting(f"Joining {network.name}")
            case OpenOwn():
                self.networks.open_own()
                return Waiting("Opening own network")
            case CloseOwn():
                self.networks.close_own()
                return Waiting("Closing own network")
            case _:
                assert_never(asked)

    def hear(self, answer: NetworkAnswer, dialog: Dialog | None, now: float) -> Dialog | None:
        """Tells what came of it, and gives the dialog that is on now, `dialog` being on until then."""
        if isinstance(dialog, Waiting) and self._is_open and not answer.refused:
            return ShowOwn()
        self._verdicts.network(answer.said, now, refused=answer.refused)
        return NetworkPage() if isinstance(dialog, Waiting) else dialog

    @property
    def _is_open(self) -> bool:
        return self.news is not None and self.news.own is not None and self.news.own.is_open
