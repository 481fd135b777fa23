"""Reads a catalogue with Babel, which only a language other than English needs."""

import gettext
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SCRIPT: Final = ".js"
"""The ending of the files of a page's own scripts."""


def read(file: Path) -> Catalog:
    """Return the catalogue in `file`, whose name is the language's code."""
    with file.open("rb") as stream:
        return read_po(stream, locale=file.stem.replace("-", "_"))


def translations(catalogue: Catalog) -> gettext.GNUTranslations:
    """Return the catalogue as the standard library reads it, without fuzzy entries."""
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def messages_of_pages(catalogue: Catalog) -> dict[str, list[str]]:
    """Return the forms of each message of the pages' scripts;
    the keys are as in compiled catalogues.
    """
    found: dict[str, list[str]] = {}
    for message in catalogue:
        is_of_pages = any(file.endswith(SCRIPT) for file, _ in message.locations)
        if message.id and is_of_pages and not message.fuzzy:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = (
                [message.string] if isinstance(message.string, str) else list(message.string or ())
            )
            found[f"{message.context}\x04{key}" if message.context else key] = [
                form or "" for form in forms
            ]
    return {key: forms for key, forms in found.items() if all(forms)}


def own_name(code: str) -> str:
    """Return what a language calls itself, with a capital: ``Deutsch``."""
    name = Locale.parse(code, sep="-").get_language_name() or code
    return name[:1].upper() + name[1:]
