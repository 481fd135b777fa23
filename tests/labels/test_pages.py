"""The printed pages, measured in the rendered output."""

import pytest
from PIL import Image, ImageChops

from companion.core.cards import Card
from companion.labels.codec import CommandLabel
from companion.labels.print.pages import Words, print_labels, words_of
from companion.labels.print.paper import text_width
from companion.labels.print.ruler import LINE, PANEL, TEXT, sentences
from companion.labels.print.sheets import (
    KINDS,
    SYMBOLS,
    Correction,
    Order,
    SymbolName,
    face_of,
    known_sheets,
    load_sheet,
)
from companion.languages import language_codes, load_language
from companion.message import using
from tests.labels.printed import MM_PER_INCH, an_order, fitting, in_dots, pages, prints
from tests.labels.scanner import found_on

DPI = 254  # ten dots a millimeter
DOTS = DPI / MM_PER_INCH


def ink(page: Image.Image, darker_than: int = 128) -> Image.Image:
    """Return an image that is white wherever the page has ink."""
    return page.point([255 if grey < darker_than else 0 for grey in range(256)])


def inked(
    page: Image.Image, left: float, top: float, right: float, lower: float
) -> tuple[float, ...] | None:
    """Return the bounds of the ink within bounds, all in millimeters; None without ink."""
    found = ink(page.crop(in_dots(DOTS, left, top, right, lower))).getbbox()
    if found is None:
        return None
    x, y = round(left * DOTS), round(top * DOTS)
    return tuple((edge + start) / DOTS for edge, start in zip(found, (x, y, x, y), strict=True))


def only_page(order: Order) -> Image.Image:
    (page,) = pages(print_labels(order), DPI)
    return page


@pytest.mark.parametrize("sheet", known_sheets())
def test_rulers_of_the_test_page_are_100_millimeters_long(sheet: str) -> None:
    page = only_page(an_order(sheet, test_page="only"))
    width, height = load_sheet(sheet).paper_size
    zero_x, zero_y = (width - 124) / 2 + 13, (height - 122) / 2 + 10
    across = inked(page, zero_x - 5, zero_y + 4.2, zero_x + 108, zero_y + 4.8)
    down = inked(page, zero_x + 4.2, zero_y - 5, zero_x + 4.8, zero_y + 108)
    assert across is not None
    assert down is not None
    # Between the ends of the long marks at 0 and at 100; hairlines are 0.1 mm wide.
    assert across[2] - across[0] == pytest.approx(100, abs=0.3)
    assert down[3] - down[1] == pytest.approx(100, abs=0.3)


@pytest.mark.parametrize("code", language_codes())
@pytest.mark.parametrize("name", known_sheets())
def test_text_and_label_of_the_test_page_fit_into_its_panel(name: str, code: str) -> None:
    sheet = load_sheet(name)
    with using(load_language(code)):
        lines = sentences(name, sheet, Correction(1, 1, 1.01))
    width, height = PANEL
    assert max(text_width(line, TEXT) for line in lines) < width - 23
    assert 24 + len(lines) * LINE + 3 + sheet.height < height


def test_outlines_of_the_test_page_match_the_labels() -> None:
    order = an_order("a4-65", test_page="only")
    page = only_page(order)
    # From the middle of each side of the first and the last label outward, 1 mm each way.
    for number in (1, 65):
        x, y = order.sheet.corner_of(number)
        middle_x, middle_y = x + order.sheet.width / 2, y + order.sheet.height / 2
        for at_x, at_y in ((x, middle_y), (middle_x, y), (x + order.sheet.width, middle_y)):
            square = page.crop(in_dots(DOTS, at_x - 1, at_y - 1, at_x + 1, at_y + 1))
            box = ink(square, darker_than=230).getbbox()
            assert box is not None
            across = box[2] - box[0] < 5
            middle = (box[0] + box[2]) / 2 if across else (box[1] + box[3]) / 2
            assert middle / DOTS == pytest.approx(1.0, abs=0.15)


def test_test_page_is_first_or_alone_or_absent() -> None:
    def count(order: Order) -> int:
        return len(list(pages(print_labels(order), 20)))

    assert count(an_order("a4-65", test_page="first")) == 3
    assert count(an_order("a4-65", test_page="only")) == 1
    assert count(an_order("a4-65", test_page="none")) == 2


def test_test_page_has_one_label_for_trying_the_scanner() -> None:
    for symbol in SYMBOLS:
        for page in pages(print_labels(an_order("plain-a4", symbol, test_page="only")), 300):
            assert [found.text for found in found_on(page)] == ["1AC2"]


@pytest.mark.parametrize("paper", ["a4-189", "letter-80"])
def test_page_is_as_large_as_its_paper(paper: str) -> None:
    width, height = load_sheet(paper).paper_size
    for page in pages(print_labels(an_order(paper, test_page="first")), DPI):
        assert abs(page.width - width * DOTS) <= 1
        assert abs(page.height - height * DOTS) <= 1


@pytest.mark.parametrize(
    ("sheet", "symbol"),
    [
        (name, one)
        for name, sheet in known_sheets().items()
        for one in fitting(sheet.width, sheet.height)
    ],
)
def test_printing_stays_on_the_label_and_out_of_its_quiet_zone(
    sheet: str, symbol: SymbolName
) -> None:
    order = an_order(sheet, symbol)
    face = face_of(symbol, order.sheet.width, order.sheet.height)
    quiet = KINDS[symbol].quiet * face.module
    for label, picture in prints(order, DPI):
        found = ink(picture, darker_than=200).getbbox()
        assert found is not None
        left, top, right, lower = (edge / DOTS for edge in found)
        if not order.sheet.cut:
            assert min(left, top) >= 0.6, label
            assert right <= order.sheet.width - 0.6
            assert lower <= order.sheet.height - 0.6
        x, y, width, height = face.symbol
        above = 0.0 if face.bars else quiet
        around = picture.crop(
            in_dots(DOTS, x - quiet, y - above, x + width + quiet, y + height + above)
        )
        # The symbol is painted over, two dots wider than it is: its edges need not fall on dots.
        edge, upper = round(quiet * DOTS) - 2, round(above * DOTS) - 2
        around.paste(255, (edge, upper, around.width - edge, around.height - upper))
        assert ink(around).getbbox() is None, label


def bounds(order: Order) -> tuple[int, int, int, int]:
    """Return the bounds of all ink on the page of an order, in dots."""
    found = ink(only_page(order)).getbbox()
    assert found is not None
    return found


def test_offset_moves_everything() -> None:
    moved = bounds(an_order(correction=Correction(right=1.5, down=-2.0)))
    for edge, was, way in zip(moved, bounds(an_order()), (15, -20, 15, -20), strict=True):
        assert edge - was == pytest.approx(way, abs=1)


def test_scale_keeps_the_middle_of_the_paper() -> None:
    larger = bounds(an_order(correction=Correction(scale=1.02)))
    for edge, was, middle in zip(larger, bounds(an_order()), (1050, 1485, 1050, 1485), strict=True):
        assert edge - middle == pytest.approx(1.02 * (was - middle), abs=2)


def test_scaled_print_is_readable() -> None:
    page = only_page(an_order(labels=(Card("Q", "S", 1),), correction=Correction(3, 4, 1.05)))
    assert [found.text for found in found_on(page)] == ["1QSF"]


def test_used_labels_at_the_beginning_of_a_sheet_are_skipped() -> None:
    order = an_order("a4-65", first=12)
    first, *_ = pages(print_labels(order), DPI)
    x, y = order.sheet.corner_of(12)
    assert inked(first, 0, 0, 210, y - 0.3) is None
    assert inked(first, 0, y, x - 0.3, y + order.sheet.height - 0.3) is None
    assert inked(first, x, y, x + order.sheet.width, y + order.sheet.height) is not None


def test_plain_paper_has_marks_at_every_cut_and_label_paper_has_none() -> None:
    order = an_order("plain-a4")
    page = only_page(order)
    for column in range(order.sheet.columns + 1):
        x = order.sheet.left + column * order.sheet.step_x
        mark = inked(page, x - 3, 0, x + 3, order.sheet.top - 0.8)
        assert mark is not None
        assert mark == pytest.approx(
            (x - 0.05, order.sheet.top - 4, x + 0.05, order.sheet.top - 1), abs=0.15
        )
    for row in range(order.sheet.rows + 1):
        y = order.sheet.top + row * order.sheet.step_y
        mark = inked(page, 0, y - 3, order.sheet.left - 0.8, y + 3)
        assert mark is not None
        assert mark == pytest.approx(
            (order.sheet.left - 4, y - 0.05, order.sheet.left - 1, y + 0.05), abs=0.15
        )
    bought = an_order("a4-189")
    assert inked(only_page(bought), 0, 0, 210, bought.sheet.top) is None


def test_same_order_gives_the_same_file() -> None:
    assert print_labels(an_order()) == print_labels(an_order())


def test_symbols_are_outlines_and_fonts_those_of_every_pdf_reader() -> None:
    pdf = print_labels(an_order(test_page="first"))
    assert b"/Image" not in pdf.replace(b"/ImageB", b"").replace(b"/ImageC", b"").replace(
        b"/ImageI", b""
    )
    assert b"/BaseFont /Helvetica-Bold" in pdf
    assert b"/FontFile" not in pdf
    assert b"/PrintScaling /None" in pdf


@pytest.mark.parametrize(
    ("label", "decks", "jokers", "words"),
    [
        (Card("10", "H", 2), 2, 2, Words("10", "♥", "deck 2")),
        (Card("10", "H", 1), 1, 2, Words("10", "♥")),
        (Card("JK", None, 2, 1), 2, 2, Words("JOKER 1", below="deck 2")),
        (Card("JK", None, 1, 1), 1, 1, Words("JOKER")),
        (CommandLabel("UNDO"), 2, 2, Words("UNDO")),
    ],
)
def test_label_shows_rank_and_suit_and_the_deck_if_there_are_two(
    label: Card | CommandLabel, decks: int, jokers: int, words: Words
) -> None:
    assert words_of(label, decks=decks, jokers=jokers) == words


def test_readable_text_differs_on_every_label() -> None:
    # Each label is at the same place of its own page, with its symbol cut off.
    everything = an_order("a4-189", jokers=4)
    face = face_of("datamatrix", everything.sheet.width, everything.sheet.height)
    text_ends = round((face.text.x + face.text.width) * 100 / MM_PER_INCH)
    texts = set()
    for label in everything.labels:
        ((_, picture),) = prints(an_order("a4-189", jokers=4, labels=(label,)), 100)
        texts.add(picture.crop((0, 0, text_ends, picture.height)).tobytes())
    assert len(texts) == len(everything.labels)


def test_hearts_and_diamonds_are_red() -> None:
    for suit, red in (("C", False), ("D", True), ("H", True), ("S", False)):
        order = an_order("a4-189", labels=(Card("8", suit, 1),))
        (page,) = pages(print_labels(order), DPI, color=True)
        reds, greens, _ = page.split()
        much_red, little_green = ink(ImageChops.invert(reds), 105), ink(greens, 60)
        assert (ImageChops.multiply(much_red, little_green).getbbox() is not None) is red, suit
