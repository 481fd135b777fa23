"""The texts of argparse in our catalog."""

import argparse
import inspect

from companion.cli.commands import ARGPARSE_TEXTS, argparse_translated
from companion.languages import load_language
from companion.message import using


def test_each_message_is_one_of_argparse() -> None:
    """Another version of Python may word them differently; then the table has to follow."""
    source = inspect.getsource(argparse)
    assert [text for text in ARGPARSE_TEXTS if repr(text) not in source] == []


def test_argparse_has_its_own_texts_again_after_the_block() -> None:
    parser = argparse.ArgumentParser(prog="any")
    before = parser.format_usage()
    with using(load_language("de")), argparse_translated():
        assert parser.format_usage() == before.replace("usage", "Aufruf")
    with using(load_language("de")):
        assert parser.format_usage() == before
