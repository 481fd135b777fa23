"""Drawing of the pictures for phones: a QR code on a light ground next to the text to type."""

from PIL import Image

from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas
from companion.drawing.fonts import H18, XL, XS, L, M, N, R, S
from companion.drawing.frame import figures
from companion.drawing.glyphs import T22, T28
from companion.drawing.text import fit, line
from companion.screens.model import OwnWifiScreen, PairingScreen, WelcomeScreen

# In pixels. Large enough for a phone's camera to read it from the display (docs/screens.md).
_MODULE = 2
_QUIET = 2  # light modules around the code
_GAP = 4


def draw_pairing(canvas: Canvas, picture: PairingScreen) -> None:
    """Draw the QR code at the left, the address, and below `label` the six digits.

    The digits are in two rows on a narrow display.
    """
    _, room, middle = _draw_modules(canvas, picture.modules)
    halves = picture.code[:3], picture.code[3:]
    if canvas.wide or not picture.modules:
        canvas.write(picture.address, room, (L, M, N, S), middle, 4, "mt", band=(TOP, 19))
        canvas.write(picture.label, room, (R, S, XS), middle, 21, "mt", "half", band=(20, 31))
        shapes = [
            figures(half, room // 2, (T28 if canvas.wide else T22,), (H18,)) for half in halves
        ]
        start = middle - (sum(shape.width for shape in shapes) + 2 * _GAP) // 2
        for shape in shapes:
            start = canvas.shape(shape, start, 34) + 2 * _GAP
        return
    _put_address(canvas, picture.address, middle)
    canvas.write(picture.label, room, (R, XS), middle, 20, "mt", band=(18, 30))
    for row, half in enumerate(halves):
        canvas.text(line(half, L), middle, 33 + row * 16, "mt")


def draw_welcome(canvas: Canvas, picture: WelcomeScreen) -> None:
    """Draw the QR code at the left; address, name, and the keys OK and MORE at the right."""
    left, room, middle = _draw_modules(canvas, picture.modules)
    if canvas.wide or not picture.modules:
        canvas.write(picture.address, room, (L, M, N, S), middle, 6, "mt")
        canvas.write(picture.name, room, (M, N, S), middle, 26, "mt", "half", band=(26, 38))
        left = middle - room // 4
    else:
        _put_address(canvas, picture.address, middle)
        host, _, domain = picture.name.partition(".")
        for row, part in enumerate((host, f".{domain}" if domain else "")):
            canvas.write(part, room, (XS,), middle, 20 + row * 8, "mt")
    for row, hint in enumerate(picture.keys):
        key = line(hint.key, S)
        top, start = 41 + row * 11, left + key.end + 4
        canvas.text(key, left, top)
        canvas.write(hint.does, canvas.right - start, (R, XS), start, top)


def draw_own_wifi(canvas: Canvas, picture: OwnWifiScreen) -> None:
    """Draw the QR code at the left; the network's name and password at the right.

    The password is in two rows.
    """
    _, room, middle = _draw_modules(canvas, picture.modules)
    if canvas.wide or not picture.modules:
        name = canvas.fit(picture.name, room, (L, M, N, S), height=17)
        canvas.text(name, middle, 6, "mt")
        password = canvas.fit(picture.password, room, (XL, H18, L, M, N, S))
        canvas.text(password, middle, 34, "mt", band=(28, BOTTOM))
        return
    _put_name(canvas, picture.name, room, middle)
    half = (len(picture.password) + 1) // 2
    rows = picture.password[:half], picture.password[half:]
    face = next(
        (face for face in (L, M, N) if all(line(row, face).width <= room for row in rows)), S
    )
    for place, row in enumerate(rows):
        canvas.write(row, room, (face, XS), middle, 38 + place * 20, "ms", band=(21, BOTTOM))


def _put_name(canvas: Canvas, name: str, room: int, middle: int) -> None:
    """Draw a network's name above its password, in one row or in two rows of one face."""
    rows = [(name, (TOP, 20))]
    if line(name, XS).width > room:
        half = (len(name) + 1) // 2
        rows = [(name[:half], (TOP, 11)), (name[half:], (12, 20))]
    fits_in_s = all(
        fit(part, room, (S, XS), height=last + 1 - top).face is S for part, (top, last) in rows
    )
    for part, band in rows:
        canvas.write(part, room, (S if fits_in_s else XS,), middle, band[0], "mt", band=band)


def _put_address(canvas: Canvas, address: str, middle: int) -> None:
    """Draw an address in two lines, the host and the port, without shortening it.

    The longest addresses may come closer to the code next to them than other text.
    """
    number, colon, port = address.partition(":")
    for row, part in enumerate((number, colon + port)):
        words = line(part, XS)
        canvas.text(words, min(middle + words.width // 2, canvas.right), TOP + row * 8, "rt")


def _draw_modules(canvas: Canvas, modules: tuple[str, ...]) -> tuple[int, int, int]:
    """Draw the code, if there is one, at the left, as large as whole pixels allow.

    Return the first column next to it, the number of columns, and the middle one.
    """
    left, count = LEFT, len(modules)
    if modules:
        size = min(_MODULE, (BOTTOM - TOP + 1) // count) or 1
        quiet = min(_QUIET * size, (BOTTOM - TOP + 1 - count * size) // 2)
        side = count * size + 2 * quiet
        top = TOP + (BOTTOM - TOP + 1 - side) // 2
        canvas.box(LEFT, top, LEFT + side - 1, top + side - 1, 0)
        code = Image.new("1", (count, count))
        code.putdata([255 * (module == "1") for row in modules for module in row])
        canvas.shape(code.resize((count * size, count * size)), LEFT + quiet, top + quiet, "dark")
        left += side + _GAP
    return left, canvas.right - left + 1, (left + canvas.right) // 2
