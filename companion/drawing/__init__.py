"""Draws every picture of `companion.screens.model`: pure, from a struct to pixels.

>>> from companion.drawing import draw
>>> from companion.screens.model import BootScreen
>>> draw(BootScreen()).size
(128, 64)
"""

from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image

from companion.drawing import dialogs
from companion.drawing.canvas import Canvas
from companion.drawing.cards import draw_row, draw_trick
from companion.drawing.lists import draw_boot, draw_list, draw_resting, draw_safe
from companion.drawing.pairing import draw_own_wifi, draw_pairing, draw_welcome
from companion.drawing.play import draw_play, draw_play_without_lights
from companion.drawing.players import draw_players, draw_winner
from companion.screens import model as shown

_DRAW: Mapping[type[shown.Picture], Callable[[Canvas, Any], object]] = {
    shown.PlayScreen: draw_play,
    shown.TrickScreen: draw_trick,
    shown.ChoiceScreen: dialogs.draw_choose,
    shown.DialScreen: dialogs.draw_dial,
    shown.RankScreen: dialogs.draw_rank,
    shown.CardRowScreen: draw_row,
    shown.NoticeScreen: dialogs.draw_notice,
    shown.ConfirmScreen: dialogs.draw_ask,
    shown.PlayerTableScreen: draw_players,
    shown.WinnerScreen: draw_winner,
    shown.ListScreen: draw_list,
    shown.CountScreen: dialogs.draw_how_many,
    shown.MiscountScreen: dialogs.draw_miscount,
    shown.SeatScreen: dialogs.draw_seat,
    shown.ExplanationScreen: dialogs.draw_explanation,
    shown.PartFailedScreen: dialogs.draw_part_failed,
    shown.PairingScreen: draw_pairing,
    shown.WelcomeScreen: draw_welcome,
    shown.OwnWifiScreen: draw_own_wifi,
    shown.RestingScreen: draw_resting,
    shown.SafeToUnplugScreen: draw_safe,
    shown.BootScreen: draw_boot,
    shown.DarkScreen: lambda *_: None,
}


def draw(
    picture: shown.Picture, width: int = 128, *, turned: bool = False, lights: bool = True
) -> Image.Image:
    """Return `picture` as an image `width` x 64 pixels: 128 in one bit ("1"), 256 in grays ("L").

    `turned` is for a display on the other side of the table: it rotates only the table seen from
    above, by half a turn, so that the nearest seat is at its bottom. Without `lights` around the
    table, the narrow play picture has the player and the direction larger, and the total smaller.

    Raises:
        ValueError: `width` is neither 128 nor 256.
    """
    if width not in (128, 256):
        raise ValueError(f"a display is 128 or 256 pixels wide, not {width}")
    canvas = Canvas(width, picture.table, turned=turned)
    if isinstance(picture, shown.PlayScreen) and not lights and not canvas.wide:
        draw_play_without_lights(canvas, picture)
    else:
        _DRAW[type(picture)](canvas, picture)
    return canvas.image
