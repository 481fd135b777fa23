"""Finds the messages in the files of the variants and the add-ons that come with the program, for Babel."""

import tomllib
from collections.abc import Collection, Iterator
from typing import IO


def extract(
    file: IO[bytes], _keywords: Collection[str], _tags: Collection[str], **_options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    r"""Yield the texts of a variant that players read; Babel calls this for each file.

    They are its title, its short name, its source, what a lost game costs, the calls of its cards and what
    its rounds say, and the same of each add-on. Their line is always 1: the catalogues name files only.

    >>> from io import BytesIO
    >>> [text for _, _, text, _ in extract(BytesIO(b'title = "Ours"\ntarget = 99'), (), ())]
    ['Ours']
    """
    file_says = tomllib.loads(file.read().decode())
    for said in (file_says, *file_says.get("add_ons", ())):
        calls = [card.get("call") for card in said.get("cards", {}).values()]
        rounds = [entry.get("says") for entry in said.get("rounds", ())]
        for text in (
            said.get("title"),
            said.get("short"),
            said.get("listed"),
            said.get("source"),
            said.get("forfeit"),
            *calls,
            *rounds,
        ):
            if text:
                yield 1, "gettext", text, []
