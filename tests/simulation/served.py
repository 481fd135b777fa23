"""The panel's page on a port of its own, without a phone's beside it."""

from companion.phone.language import PhoneLanguages, multilingual
from companion.simulation.panel import PanelSite
from companion.simulation.view import PanelBox
from companion.web.server import WebServer


class Panel:
    """Serves the panel alone, from `start` until `close`.

    Args:
        box: what is shown and pressed.
        port: TCP port on the loopback address; 0 takes any free one (`port` then tells which).
    """

    def __init__(self, box: PanelBox, port: int = 0) -> None:
        self._site = PanelSite(box)
        self._server = WebServer(
            multilingual(self._site.application(), None, PhoneLanguages()), port=port
        )

    @property
    def port(self) -> int:
        """The TCP port."""
        return self._server.port

    @property
    def address(self) -> str:
        """Where the page is, for people to open."""
        return f"http://localhost:{self.port}/panel"

    def start(self) -> None:
        """Opens the port and returns; from now on the page answers.

        Raises:
            DeviceError: another program has the port.
        """
        self._server.start()

    def close(self) -> None:
        """Says goodbye to every tab and gives the port back."""
        self._site.close()
        self._server.close()
