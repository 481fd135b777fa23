"""Drawing of the pictures for phones: a QR code on a light ground next to the text to type."""

from PIL import Image

from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas
from companion.drawing.fonts import H18, XL, XS, L, M, N, R, S
from companion.drawing.frame import tops
from companion.drawing.text import fit, line
from companion.screens.model import OwnWifiScreen, PairingScreen, WelcomeScreen

# In pixels. Large enough for a phone's camera to read it from the display (docs/screens.md).
_MODULE = 2
_QUIET = 2  # light modules around the code
_GAP = 4


def draw_pairing(canvas: Canvas, picture: PairingScreen) -> None:
    """Draw the QR code at the left, the address, and below `label` the six digits.

    The digits are in two rows next to a code on a narrow display.
    """
    _, room, middle = _draw_modules(canvas, picture.modules)
    _put_address(canvas, picture.address.partition(":"), room, middle, 4)
    canvas.write(picture.label, room, (R, XS), middle, 21, "mt", "half", band=(19, 30))
    _put_code(canvas, (picture.code[:3], " ", picture.code[3:]), room, middle, 33)


def draw_welcome(canvas: Canvas, picture: WelcomeScreen) -> None:
    """Draw the QR code at the left; address, name, and the keys OK and MORE at the right."""
    left, room, middle = _draw_modules(canvas, picture.modules)
    _put_address(canvas, picture.address.partition(":"), room, middle, 4)
    _put_address(canvas, picture.name.partition("."), room, middle, 22)
    for row, hint in enumerate(picture.keys):
        key = line(hint.key, S)
        top, start = 41 + row * 11, left + key.end + 4
        canvas.text(key, left, top)
        canvas.write(hint.does, canvas.right - start, (R, XS), start, top)


def draw_own_wifi(canvas: Canvas, picture: OwnWifiScreen) -> None:
    """Draw the QR code at the left; the network's name and password at the right.

    The password is in two rows next to a code on a narrow display.
    """
    _, room, middle = _draw_modules(canvas, picture.modules)
    name, password = picture.name, picture.password
    half = (len(name) + 1) // 2
    _put_address(canvas, (name[:half], "", name[half:]), room, middle, 4)
    half = (len(password) + 1) // 2
    _put_code(canvas, (password[:half], "", password[half:]), room, middle, 22)


def _put_address(
    canvas: Canvas, parts: tuple[str, str, str], room: int, middle: int, top: int
) -> None:
    """Draw an address without shortening it: on one row, or before and after its sign on two.

    The longest addresses may come closer to the code next to them than other text.
    """
    before, sign, after = parts
    rows = (before, sign + after)
    if line("".join(rows), S).end <= room:
        canvas.write("".join(rows), room, (L, M, N, S), middle, top, "mt", band=(top - 2, top + 15))
        return
    for row, part in enumerate(rows):
        words = fit(part, canvas.room, (XS,), height=9)
        x, y = min(middle + words.width // 2, canvas.right), top - 2 + row * 9
        canvas.text(words, x, y, "rt", band=(y, y + 8))


def _put_code(
    canvas: Canvas, parts: tuple[str, str, str], room: int, middle: int, first: int
) -> None:
    """Draw letters to type below row `first`: on one row if that holds large ones, or on two."""
    rows, whole = (first, BOTTOM), "".join(parts)
    if line(whole, L).end <= room:
        canvas.write(whole, room, (XL, H18, L), middle, 34, "mt", band=rows)
        return
    lines = [fit(part, room, (L, M, N, S)) for part in parts[::2]]
    for part, y in zip(lines, tops(lines, rows), strict=True):
        canvas.text(part, middle, y, "mt", band=rows)


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
