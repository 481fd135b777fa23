"""The panel's page on its own port, without a phone's page next to it."""

from companion.phone.language import PhoneLanguages
from companion.phone.site import multilingual
from companion.simulation.bots import SendCommand
from companion.simulation.panel import PanelBox, PanelSite
from companion.web.server import WebServer


class Panel:
    """A server of the panel alone, from `start` until `close`.

    Args:
        box: the box that is shown and operated.
        port: TCP port on the loopback address; 0 takes any free one (`port` then returns it).
    """

    def __init__(
        self, box: PanelBox, port: int = 0, play: SendCommand = lambda _step, _seen: None
    ) -> None:
        self._site = PanelSite(box, play=play)
        self._server = WebServer(
            multilingual(self._site.application(), None, PhoneLanguages()), port=port
        )

    @property
    def port(self) -> int:
        """The TCP port."""
        return self._server.port

    @property
    def address(self) -> str:
        """The address of the page, to be opened in a browser."""
        return f"http://localhost:{self.port}/panel"

    def start(self) -> None:
        """Open the port and return; from now on the page answers.

        Raises:
            DeviceError: another program has the port.
        """
        self._server.start()

    def close(self) -> None:
        """Close the line of every tab and release the port."""
        self._site.close()
        self._server.close()
