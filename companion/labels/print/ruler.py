"""Draws the test page: rulers and label outlines that show the printer's errors on plain paper."""

from companion.labels.print.paper import BLACK, GREY, WHITE, Paper, text_width
from companion.labels.print.sheets import Correction, Sheet

RULER = 100
"""Length of both rulers in millimeters."""

PANEL = (124.0, 122.0)
"""Size in millimeters of the white panel over the outlines, wide enough for both rulers."""

TEXT = 2.2
"""Height of the panel's capitals in millimeters."""

LINE = 4.2
"""Distance between text lines in millimeters."""


def sentences(name: str, sheet: Sheet, correction: Correction) -> list[str]:
    """Return the instructions on the test page."""
    lines = [
        f"Test page for {name}:",
        f"{sheet.paper} with {sheet.count} labels of {sheet.width:g} x {sheet.height:g} mm.",
        "",
        "Print it on plain paper at 100 %: actual size, never fit to page.",
        "",
        f"Both rulers are {RULER} mm long. Are yours not? Print again with",
        f"--scale and {RULER * 100} divided by what you measure; 99 mm: 101.",
        "",
    ]
    if sheet.cut:
        lines += ["The grey lines are where the labels will be cut.", ""]
    else:
        lines += [
            "Hold this page and a sheet of labels against the light. Does an",
            "outline not lie on its label? Move them all with --offset-x (to the",
            "right) and --offset-y (down), in millimetres.",
            "",
        ]
    if correction != Correction():
        right, down, scale = correction
        lines += [
            f"Printed with --offset-x {right:g} --offset-y {down:g} --scale {scale * 100:g}.",
            "",
        ]
    return lines


def draw_test_page(
    paper: Paper, name: str, sheet: Sheet, correction: Correction
) -> tuple[float, float]:
    """Draw the test page; return the corner for one sample label inside the panel."""
    for number in range(1, sheet.count + 1):
        paper.outline(*sheet.corner_of(number), sheet.width, sheet.height, sheet.corner, GREY)
    width, height = PANEL
    left, top = (paper.width - width) / 2, (paper.height - height) / 2
    paper.fill(left, top, width, height, WHITE)
    zero_x, zero_y = left + 13, top + 10
    _ruler_across(paper, zero_x, zero_y)
    _ruler_down(paper, zero_x, zero_y)
    text_x, text_y = zero_x + 10, zero_y + 14
    lines = sentences(name, sheet, correction)
    for place, line in enumerate(lines):
        paper.text(text_x, text_y + place * LINE, line, TEXT)
    sample_y = text_y + len(lines) * LINE
    paper.text(text_x, sample_y, "Try the reader on this label:", TEXT)
    paper.outline(text_x, sample_y + 3, sheet.width, sheet.height, sheet.corner, GREY)
    return text_x, sample_y + 3


def _ruler_across(paper: Paper, x: float, y: float) -> None:
    paper.line(x, y, x + RULER, y, BLACK)
    for place in range(RULER + 1):
        paper.line(x + place, y, x + place, y + _tick(place), BLACK)
        if place % 10 == 0:
            paper.text(x + place - text_width(str(place), 1.8) / 2, y - 1.5, str(place), 1.8)


def _ruler_down(paper: Paper, x: float, y: float) -> None:
    paper.line(x, y, x, y + RULER, BLACK)
    for place in range(RULER + 1):
        paper.line(x, y + place, x + _tick(place), y + place, BLACK)
        if place and place % 10 == 0:
            paper.text(x - 1.5 - text_width(str(place), 1.8), y + place + 0.9, str(place), 1.8)


def _tick(place: int) -> float:
    return 5.0 if place % 10 == 0 else 3.5 if place % 5 == 0 else 2.0
