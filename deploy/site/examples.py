"""Shows the examples of docstrings as code: Markdown reads `>>>` as a quotation."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?m)^>>> .*(?:\n(?!\s*$).*)*")


class Examples(griffe.Extension):
    """Puts each example of a docstring between code fences."""

    def on_object(self, *, obj: griffe.Object, **_kwargs: Any) -> None:
        """Rewrite the docstring of an object that was loaded."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
