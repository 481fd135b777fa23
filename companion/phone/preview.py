"""What an order would make, before anybody gives it."""

from typing import Final

import msgspec

from companion.dialogs.context import Scene
from companion.errors import Illegal, OverTarget
from companion.phone.words import figure, with_minus
from companion.rules.adding.state import AddingState
from companion.rules.commands import New, Step
from companion.rules.sentences import sentence

ASKED: Final = frozenset({"suit-needed", "choice-needed", "target-needed"})
"""Refusals that are only questions."""


class CommandPreview(msgspec.Struct, frozen=True):
    """The total that comes of an order, "" where there is none or not yet; why it would be refused, or ""."""

    makes: str = ""
    refused: str = ""


def preview_command(scene: Scene, command: New | Step) -> CommandPreview:
    """What `command` would come to now. Changes nothing."""
    try:
        state = scene.preview(command)
    except OverTarget as over:
        if scene.trial(command) is None:
            return CommandPreview("a bust")
        return CommandPreview(figure(over.total), with_minus(sentence(over)))
    except Illegal as illegal:
        return CommandPreview() if illegal.code in ASKED else CommandPreview(refused=sentence(illegal))
    return CommandPreview(figure(state.total) if isinstance(state, AddingState) else "")
