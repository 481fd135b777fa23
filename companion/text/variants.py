"""The texts of the files of variants, in the language in use."""

from companion.text.language import untouched


def translated(text: str) -> str:
    """Return a title, a short name, a source or a call of a variant in the language in use.

    The catalogues hold the texts of the variants that come with the program; a text of a table's own file is
    returned as it is written.

    >>> translated("Our ninety-nine")
    'Our ninety-nine'
    """
    return untouched(text) if text else ""
