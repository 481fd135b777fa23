"""Draws the end of the game: the winner or winners, and the evening's wins or everybody's points."""

from collections.abc import Iterator, Sequence

from companion.drawing.canvas import LEFT, TOP, Canvas
from companion.drawing.fonts import XS, L, M, N, S
from companion.drawing.frame import BODY_END, keys
from companion.drawing.glyphs import glyph
from companion.drawing.names import forms
from companion.drawing.players import draw_standings
from companion.drawing.sentences import tops
from companion.drawing.text import TextLine, fit, wrap
from companion.screens.model import WinnerScreen
from companion.text.named import Named, NamedTogether

_TALLY_WIDTH = 42  # pixels for a name and its wins if not all of them fit
_LINE_GAP = 2  # free rows between two lines of a sentence


def draw_winner(canvas: Canvas, picture: WinnerScreen) -> None:
    """Draw who has won, under a crown, and the evening's wins; beside the crown, and everybody's points."""
    if picture.rows:
        _with_points(canvas, picture)
        return
    if picture.crown:
        crown = glyph("crown")
        canvas.shape(crown, canvas.middle - crown.width // 2, 2)
    room = canvas.right - LEFT + 1
    band = (18, 37) if picture.crown else (2, 36)
    two = (band[0], band[1] if picture.tally else BODY_END - 1)
    lines = _lines(picture, room, two[1] - two[0] + 1)
    if len(lines) > 1:
        for one, y in zip(lines, tops(lines, two), strict=True):
            canvas.text(one, canvas.middle, y, "middle", band=two)
    else:
        top = 35 if picture.crown else 20 if picture.forfeit else 28
        canvas.text(lines[0], canvas.middle, top - lines[0].face.capital, "middle", band=band)
    if picture.forfeit:
        said = fit(picture.forfeit, room, (N, S, XS))
        canvas.text(said, canvas.middle, 34 - said.face.capital, "middle", band=(23, 37))
    _tally(canvas, picture, 39 if len(lines) == 1 else 40)
    keys(canvas, picture.ok, picture.other, picture.table)


def _with_points(canvas: Canvas, picture: WinnerScreen) -> None:
    first, end = draw_standings(canvas, picture.rows)
    large = glyph("crown")
    crown, gap = (large, 8) if first > TOP + large.height else (glyph("small-crown"), 3)
    baseline, left = min(TOP + large.height, first - 1), LEFT
    if picture.crown:
        left = canvas.shape(crown, LEFT, baseline - crown.height) + gap
    last = first - 2 if crown is large else first - 1
    faces = (L, M, N, S, XS)
    for start in range(len(faces)):
        said = fit(picture.sentence, canvas.right - left + 1, faces[start:], picture.table)
        if said.mask.height <= last - TOP + 1:
            break
    canvas.text(said, left, baseline - said.face.capital, band=(TOP, last))
    keys(canvas, picture.ok, picture.other, picture.table, max(BODY_END + 1, end))


def _lines(picture: WinnerScreen, room: int, high: int) -> list[TextLine]:
    """Return the sentence in `room` x `high` pixels; two lines are tried before names are shortened."""
    if not isinstance(picture.sentence, NamedTogether):
        return [fit(picture.sentence, room, (L, M, N, S), picture.table, height=20)]
    for face, most in ((L, 1), (M, 1), (N, 1), (L, 2), (M, 2), (N, 2), (S, 2)):
        lines = wrap(picture.sentence, room, face, most)
        if lines and sum(one.mask.height + _LINE_GAP for one in lines) - _LINE_GAP <= high:
            return lines
    for shorter in _shorter(picture.sentence.parts, picture.table):
        made = fit(shorter, 999, (S,))
        if made.end <= room and made.mask.height <= high:
            break
    return [fit(shorter, room, (S, XS), height=high)]


def _shorter(parts: Sequence[str], table: tuple[str, ...]) -> Iterator[str]:
    """Yield the sentence with whole names, then repeatedly with the longest name one step shorter."""
    steps = [[form.text for form in forms(part, table)] for part in parts[1::2]]
    while True:
        shown = list(parts)
        shown[1::2] = [ways[0] for ways in steps]
        yield "".join(shown)
        longest = max((ways for ways in steps if len(ways) > 1), key=lambda ways: len(ways[0]), default=None)
        if longest is None:
            return
        longest.pop(0)


def _tally(canvas: Canvas, picture: WinnerScreen, y: int) -> None:
    table = picture.table or tuple(name for name, _ in picture.tally)
    ranked = sorted(picture.tally, key=lambda one: -one[1])
    room, gap = canvas.right - LEFT + 1, 9
    lines = [fit(Named(name, f" {wins}"), 999, (S,), table) for name, wins in ranked]
    if sum(one.width + gap for one in lines) - gap > room:
        lines = [fit(Named(name, f" {wins}"), _TALLY_WIDTH, (S,), table) for name, wins in ranked]
    shown: list[TextLine] = []
    used = -gap
    for one in lines:
        if used + gap + one.width > room:
            break
        used += gap + one.width
        shown.append(one)
    x = canvas.middle - used // 2
    for one in shown:
        canvas.text(one, x - one.x, y, band=(38, BODY_END))
        x += one.width + gap
