"""Draws every picture of `companion.screens.model`: pure, from a struct to pixels.

>>> from companion.drawing import draw
>>> from companion.screens.model import BootScreen
>>> draw(BootScreen()).size
(128, 64)
"""

from typing import assert_never

from PIL import Image

from companion.drawing.asking import (
    draw_choose,
    draw_dial,
    draw_explanation,
    draw_how_many,
    draw_rank,
    draw_seat,
)
from companion.drawing.canvas import Canvas
from companion.drawing.cards import draw_row
from companion.drawing.lists import draw_boot, draw_list, draw_resting, draw_safe
from companion.drawing.notices import draw_ask, draw_miscount, draw_notice, draw_part_failed
from companion.drawing.pairing import draw_own_wifi, draw_pairing, draw_welcome
from companion.drawing.play import draw_play, draw_play_without_lights
from companion.drawing.play_wide import draw_wide_play
from companion.drawing.players import draw_players, draw_winner
from companion.drawing.tricks import draw_trick
from companion.screens import model as shown


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
    canvas = Canvas(width)
    if isinstance(picture, shown.PlayScreen) and not lights and not canvas.wide:
        draw_play_without_lights(canvas, picture)
    else:
        _draw_on(canvas, picture, turned=turned)
    return canvas.image


def _draw_on(canvas: Canvas, picture: shown.Picture, *, turned: bool) -> None:  # noqa: C901, PLR0912, PLR0915  # one case a picture
    match picture:
        case shown.PlayScreen():
            if canvas.wide:
                draw_wide_play(canvas, picture, turned=turned)
            else:
                draw_play(canvas, picture)
        case shown.TrickScreen():
            draw_trick(canvas, picture)
        case shown.ChoiceScreen():
            draw_choose(canvas, picture)
        case shown.DialScreen():
            draw_dial(canvas, picture)
        case shown.RankScreen():
            draw_rank(canvas, picture)
        case shown.CardRowScreen():
            draw_row(canvas, picture)
        case shown.NoticeScreen():
            draw_notice(canvas, picture)
        case shown.ConfirmScreen():
            draw_ask(canvas, picture)
        case shown.PlayerTableScreen():
            draw_players(canvas, picture)
        case shown.WinnerScreen():
            draw_winner(canvas, picture)
        case shown.ListScreen():
            draw_list(canvas, picture)
        case shown.CountScreen():
            draw_how_many(canvas, picture, turned=turned)
        case shown.MiscountScreen():
            draw_miscount(canvas, picture)
        case shown.SeatScreen():
            draw_seat(canvas, picture, turned=turned)
        case shown.ExplanationScreen():
            draw_explanation(canvas, picture)
        case shown.PartFailedScreen():
            draw_part_failed(canvas, picture)
        case shown.PairingScreen():
            draw_pairing(canvas, picture)
        case shown.WelcomeScreen():
            draw_welcome(canvas, picture)
        case shown.OwnWifiScreen():
            draw_own_wifi(canvas, picture)
        case shown.RestingScreen():
            draw_resting(canvas, picture)
        case shown.SafeToUnplugScreen():
            draw_safe(canvas, picture)
        case shown.BootScreen():
            draw_boot(canvas, picture)
        case shown.DarkScreen():
            pass
        case _:
            assert_never(picture)
