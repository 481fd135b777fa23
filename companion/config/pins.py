"""The pins of one box: the wiring table with what the configuration changes in it."""

import msgspec

from companion.config.board import Board, Pins, load_board
from companion.config.sections import Config
from companion.inputs import KEYS


def pins_of(config: Config) -> Pins:
    """The pins that are used together in the box that `config` describes.

    Raises:
        BoardError: a pin is used twice, or is no GPIO; the message begins with the key of `board.toml`,
            one that the configuration changes wherever there is a choice.
    """
    changes = config.pins.changes
    changed = {f"{part}.{name}" for part, pins in changes.items() for name in pins}
    board = load_board(changes=changes)
    return board.pins(config.display.bus, encoder=config.buttons.encoder, blamed=changed)


def pin_names(part: str) -> tuple[str, ...]:
    """The keys that `part` of `board.toml` may have."""
    kind = next(field.type for field in msgspec.structs.fields(Board) if field.name == part)
    return kind.__struct_fields__ if hasattr(kind, "__struct_fields__") else KEYS
