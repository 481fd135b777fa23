"""Pictures of the network: the box's own network with its password, and the joined one."""

from companion.dialogs.context import JoinNetwork, Scene
from companion.dialogs.menu import NetworkDialog, WaitingDialog, join_question, open_own_question
from companion.host.network import modules_of
from companion.inputs import KnownNetwork, NetworkNews, OwnNetwork
from companion.screens.model import OwnWifiScreen
from tests.drawing.example import Example

CAFE = KnownNetwork("Käthe's Phone", 33, "cafe")
NEWS = NetworkNews(
    "Home",
    address="192.168.178.23",
    profile="home",
    known=(KnownNetwork("Home", 80, "home"), CAFE),
    own=OwnNetwork("companion", "ky74fehp38"),
)
SCENE = Scene({}, network=NEWS)


def own_wifi(name: str, password: str) -> OwnWifiScreen:
    return OwnWifiScreen(name, modules_of(name, password), password)


NETWORK_GUIDANCE = (
    Example("16b-own-wifi", "The box's own network", own_wifi("companion", "ky74fehp38")),
    Example("16c-network", "The networks in range", NetworkDialog(2).picture(SCENE)),
)
NETWORK_AWKWARD = (
    Example("own-wifi-long", "A name in two rows", own_wifi("rummy-table-98-box", "uhnuhnuhnu")),
    Example(
        "own-wifi-plain",
        "A name too long for a code",
        own_wifi("hearts-and-ninety-nine-in-the-club", "ky74fehp38"),
    ),
    Example("network-join", "Join another network", join_question(CAFE).picture(SCENE)),
    Example("network-open", "Open the own network", open_own_question(NEWS.name).picture(SCENE)),
    Example("network-joining", "A moment", WaitingDialog(JoinNetwork(CAFE)).picture(SCENE)),
    Example(
        "network-cable",
        "A box without Wi-Fi",
        NetworkDialog().picture(Scene({}, network=NetworkNews("Cable", address="192.168.178.23"))),
    ),
)
NETWORK_WIDE = tuple(
    Example(f"wide-{example.name}", example.caption, example.picture, 256)
    for example in NETWORK_GUIDANCE
)
