"""`companion labels`: writes the PDF, or lists the label papers."""

import argparse

from companion.errors import SheetError
from companion.labels.print.options import order_of
from companion.labels.print.sheets import known_sheets
from companion.labels.print.symbols import KINDS, fitting


def labels_command(given: argparse.Namespace) -> str:
    """Carry out the options; return what to tell the user.

    Raises:
        SheetError: the labels cannot be printed or written, or the extra `labels` is missing or too old.
    """
    if given.list_sheets:
        return sheet_list()
    order = order_of(given)
    try:
        from companion.labels.print.pages import print_labels  # noqa: PLC0415  # the extra may be missing
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        raise SheetError(
            f"Labels: {missing} is not there or too old; install the extra 'labels', table-companion[labels]"
        ) from None
    printed = print_labels(order)
    try:
        given.output.write_bytes(printed.pdf)
    except OSError as error:
        raise SheetError(f"{given.output}: cannot be written: {error.strerror}") from None
    said = [] if order.test_page == "none" else ["a test page"]
    if printed.pages:
        said.append(f"{_counted(len(order.labels), 'label')} on {_counted(printed.pages, 'page')}")
    return f"{given.output}: {' and '.join(said)} for {order.sheet_name}; print at 100 %, actual size\n"


def sheet_list() -> str:
    """Return the known label papers, what fits on them, and the numbers under which makers sell them."""
    lines = []
    for name, sheet in known_sheets().items():
        size = f"{sheet.width:g} x {sheet.height:g} mm"
        symbols = ", ".join(KINDS[symbol].title for symbol in fitting(sheet.width, sheet.height))
        lines += [
            f"{name:13} {sheet.count:3} labels, {size}; {symbols}",
            f"{'':13} {', '.join(sheet.sold_as)}",
            f"{'':13} from {sheet.source}",
        ]
        if sheet.doubt:
            lines.append(f"{'':13} not sure: {sheet.doubt}")
    lines.append("None of them has been printed and measured by us: print the test page first.")
    return "\n".join(lines) + "\n"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
