"""The id of a box, by which programs outside tell it from others."""

import logging
import re
import secrets
from pathlib import Path
from typing import Final

from companion.foreign.files import kept_content
from companion.table.files import write_whole

FILE: Final = "box-id"

log = logging.getLogger(__name__)


def box_id(data: Path) -> str:
    """Return the id of this box: eight hexadecimal digits, made once and stored in `data`.

    An id that cannot be stored is valid until the box is switched off.
    """
    path = data / FILE
    try:
        if match := re.fullmatch(rb"([0-9a-f]{8})\n", kept_content(path)):
            return match[1].decode()
        made = secrets.token_hex(4)
        write_whole(path, f"{made}\n".encode())
    except OSError as error:
        log.warning("the id of the box cannot be kept: %s", error)
        return secrets.token_hex(4)
    return made
