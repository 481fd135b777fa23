"""All kinds of input from outside, by the name that `make fuzz-bytes TARGETS=` accepts."""

from collections.abc import Mapping

from tests.bytes import journals, readers, requests, texts
from tests.bytes.target import Target

TARGETS: Mapping[str, Target] = {
    "serial": readers.SERIAL,
    "typed": readers.TYPED,
    "frames": readers.FRAMES,
    "protocol": texts.PROTOCOL,
    "config": texts.CONFIG,
    "variant": texts.VARIANT,
    "journal": journals.JOURNAL,
    "request": requests.REQUEST,
}
