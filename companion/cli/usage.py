"""Translates what argparse itself says of the command into the language in use."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from companion.message import gettext as _


@contextmanager
def argparse_translated() -> Iterator[None]:
    """Let argparse word its help and its errors from our catalogue within the block.

    argparse words them with the `gettext` of the standard library, which it has imported as `_`,
    and that wants a compiled catalogue in a folder; ours is never compiled. It has no parameter for
    its words, and hands its errors on as finished sentences. So it gets another `_`, and its own
    back after the block. In a Python that names it otherwise, argparse speaks English.
    """
    module = vars(argparse)
    own = module.get("_")
    module["_"] = _worded
    try:
        yield
    finally:
        module["_"] = own


def _worded(message: str) -> str:
    """Return a message of argparse in the language in use;
    English if only a programmer can cause it.
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
