"""Translates argparse's own messages into the language in use."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from companion.message import gettext as _


@contextmanager
def argparse_translated() -> Iterator[None]:
    """Let argparse take its help and error texts from our catalog within the block.

    argparse translates them with the standard library's `gettext`, imported as `_`, which needs a
    compiled catalog in a folder; ours is never compiled. argparse has no parameter for its texts
    and passes errors as finished sentences. So its `_` is replaced within the block. If a Python
    version uses another name, argparse speaks English.
    """
    module = vars(argparse)
    own = module.get("_")
    module["_"] = _worded
    try:
        yield
    finally:
        module["_"] = own


def _worded(message: str) -> str:
    """Return argparse's `message` in the language in use; in English if only a programmer can cause
    it.
    """
    return {
        "usage: ": _("usage: "),
        "positional arguments": _("positional arguments"),
        "options": _("options"),
        "show this help message and exit": _("show this help message and exit"),
        "%(prog)s: error: %(message)s\n": _("%(prog)s: error: %(message)s\n"),
        "argument %(argument_name)s: %(message)s": _("argument %(argument_name)s: %(message)s"),
        "the following arguments are required: %s": _("the following arguments are required: %s"),
        "one of the arguments %s is required": _("one of the arguments %s is required"),
        "unrecognized arguments: %s": _("unrecognized arguments: %s"),
        "not allowed with argument %s": _("not allowed with argument %s"),
        "ignored explicit argument %r": _("ignored explicit argument %r"),
        "expected one argument": _("expected one argument"),
        "expected at least one argument": _("expected at least one argument"),
        "ambiguous option: %(option)s could match %(matches)s": _(
            "ambiguous option: %(option)s could match %(matches)s"
        ),
        "invalid choice: %(value)r (choose from %(choices)s)": _(
            "invalid choice: %(value)r (choose from %(choices)s)"
        ),
        "invalid %(type)s value: %(value)r": _("invalid %(type)s value: %(value)r"),
    }.get(message, message)
