"""Reads a catalog with Babel, which only languages other than English need."""

import gettext
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def read(file: Path) -> Catalog:
    """Return the catalog in `file`, which is named after the language's code."""
    with file.open("rb") as stream:
        return read_po(stream, locale=file.stem.replace("-", "_"))


def translations(catalogue: Catalog) -> gettext.GNUTranslations:
    """Return the catalog in the standard library's form, without fuzzy entries."""
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def messages_of_pages(catalogue: Catalog) -> dict[str, list[str]]:
    """Return the forms of each message of the pages' scripts, with keys as in compiled catalogs."""
    found = {}
    for message in catalogue:
        is_of_pages = any(file.endswith(".js") for file, _ in message.locations)
        is_other = message.string != message.id  # a page falls back to the English text
        if message.id and is_of_pages and is_other and not message.fuzzy:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = (
                [message.string] if isinstance(message.string, str) else list(message.string or ())
            )
            found[f"{message.context}\x04{key}" if message.context else key] = [
                form or "" for form in forms
            ]
    return {key: forms for key, forms in found.items() if all(forms)}


def own_name(code: str) -> str:
    """Return the language's name in that language, capitalized: ``Deutsch``."""
    name = Locale.parse(code, sep="-").get_language_name() or code
    return name[:1].upper() + name[1:]
