"""Draws the test page: rulers and label outlines that show the printer's errors on plain paper."""

from textwrap import wrap

from companion.labels.print.paper import BLACK, GREY, Paper, text_width
from companion.labels.print.sheets import Correction, Order, Sheet
from companion.message import Words, phrase, render

RULER = 100
"""Length of both rulers in millimeters."""

PANEL = (124.0, 122.0)
"""Size in millimeters of the white panel over the outlines, wide enough for both rulers."""

TEXT = 2.2
"""Height of the panel's capitals in millimeters."""

COLUMNS = 67
"""Characters in a line of the panel."""

LINE = 4.2
"""Distance between text lines in millimeters."""


def sentences(name: str, sheet: Sheet, correction: Correction) -> list[str]:
    """Return the lines of the instructions on the test page."""
    size = f"{sheet.width:g} x {sheet.height:g}"
    texts: list[Words] = [
        phrase("Test page for {name}:", name=name),
        phrase(
            "{paper} with {n} labels of {size} mm.", paper=sheet.paper, n=sheet.count, size=size
        ),
        "",
        phrase("Print it on plain paper at 100 %: actual size, never fit to page."),
        "",
        phrase(
            "Both rulers are {length} mm long. Are yours not? Print again with --scale and "
            "{hundredfold} divided by what you measure; 99 mm: 101.",
            length=RULER,
            hundredfold=RULER * 100,
        ),
        "",
    ]
    if sheet.cut:
        texts += [phrase("The grey lines are where the labels will be cut."), ""]
    else:
        hold = phrase(
            "Hold this page and a sheet of labels against the light. Does an outline not lie on "
            "its label? Move them all with --offset-x (to the right) and --offset-y (down), in "
            "millimetres."
        )
        texts += [hold, ""]
    if correction != Correction():
        right, down, scale = correction
        options = f"--offset-x {right:g} --offset-y {down:g} --scale {scale * 100:g}"
        texts += [phrase("Printed with {options}.", options=options), ""]
    return [
        line
        for text in texts
        for line in wrap(render(text), COLUMNS, break_on_hyphens=False) or [""]
    ]


def draw_test_page(paper: Paper, order: Order) -> tuple[float, float]:
    """Draw the test page; return the corner for one sample label inside the panel."""
    sheet = order.sheet

    def outline(x: float, y: float) -> None:
        paper.setStrokeColorRGB(*GREY)
        paper.roundRect(x, y, sheet.width, sheet.height, sheet.corner)

    for number in range(1, sheet.count + 1):
        outline(*sheet.corner_of(number))
    width, height = PANEL
    left, top = (paper.width - width) / 2, (paper.height - height) / 2
    paper.setFillGray(1)
    paper.rect(left, top, width, height, stroke=0, fill=1)
    paper.setFillGray(0)
    zero_x, zero_y = left + 13, top + 10
    _rulers(paper, zero_x, zero_y)
    text_x, text_y = zero_x + 10, zero_y + 14
    lines = sentences(order.sheet_name, sheet, order.correction)
    for place, line in enumerate(lines):
        paper.text(text_x, text_y + place * LINE, line, TEXT)
    sample_y = text_y + len(lines) * LINE
    paper.text(text_x, sample_y, render(phrase("Try the reader on this label:")), TEXT)
    outline(text_x, sample_y + 3)
    return text_x, sample_y + 3


def _rulers(paper: Paper, x: float, y: float) -> None:
    """Draw one ruler across and one down, both from x, y."""
    paper.setStrokeColorRGB(*BLACK)
    paper.line(x, y, x + RULER, y)
    paper.line(x, y, x, y + RULER)
    for place in range(RULER + 1):
        tick = 5.0 if place % 10 == 0 else 3.5 if place % 5 == 0 else 2.0
        paper.line(x + place, y, x + place, y + tick)
        paper.line(x, y + place, x + tick, y + place)
        if place % 10 == 0:
            width = text_width(str(place), 1.8)
            paper.text(x + place - width / 2, y - 1.5, str(place), 1.8)
            if place:
                paper.text(x - 1.5 - width, y + place + 0.9, str(place), 1.8)
