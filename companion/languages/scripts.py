"""Finds the messages in the scripts and the HTML of the pages, for Babel.

Babel's own reader of JavaScript does not see into templates in templates, of which the pages consist.
"""

import json
import re
from collections.abc import Collection, Iterator
from typing import IO, Final

STRING: Final = r'"(?:[^"\\\n]|\\.)*"'
CALL: Final = re.compile(rf"(?<![\w.$])(_|ngettext|pgettext)\(\s*({STRING})(?:,\s*({STRING}))?")

Found = tuple[int, str, str | tuple[str, ...], list[str]]


def extract(
    file: IO[bytes], _keywords: Collection[str], _tags: Collection[str], **_options: object
) -> Iterator[Found]:
    r"""Yield the line, the function and the texts of each call; Babel calls this for each file.

    >>> from io import BytesIO
    >>> script = 'html`<p>${a ? html`<b>${_("All \u2660")}</b>` : ngettext("{n} card", "{n} cards", n)}</p>`'
    >>> for line, function, texts, comments in extract(BytesIO(script.encode()), (), ()):
    ...     print(line, function, texts)
    1 _ All ♠
    1 ngettext ('{n} card', '{n} cards')
    """
    script = file.read().decode()
    for call in CALL.finditer(script):
        texts = tuple(json.loads(text) for text in call.groups()[1:] if text)
        line = script.count("\n", 0, call.start()) + 1
        yield line, call[1], texts[0] if len(texts) == 1 else texts, []
