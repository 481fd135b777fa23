"""The line protocol of docs/reference/referee-protocol.md: a JSON object in, a JSON object out.
Nothing is stored on disk.
"""

import json
import sys
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from companion.core import commands
from companion.core.family import HistoryEntry, Variant
from companion.core.refusals import BadJson, BadLine
from companion.errors import Illegal
from companion.games.history import GameHistory
from companion.protocol.lines import read_game, read_object, write_game
from companion.variants.show import rules_described
from companion.words.refusals import refusal_sentence, sentence

PROTOCOL = 1
"""The edition of docs/reference/referee-protocol.md. An edition that is incompatible with older
programs gets another number.
"""


class _Named(Struct):
    """The game named by a command, if any."""

    game: str


class Referee:
    """A referee for games of the given `variants`, used line by line.

    `game` is the one without a name; `named` are those referred to by the ``game`` field of a
    command.

    >>> from companion.variants import load_variants
    >>> referee = Referee(load_variants().variants)
    >>> _ = referee.answer(b'{"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo"]}')
    >>> json.loads(referee.answer(b'{"cmd": "play", "card": "KH"}'))["state"]["total"]
    99
    """

    def __init__(self, variants: Mapping[str, Variant]) -> None:
        # protocol/lines limits the input, but a total doubled from it must still be printed.
        sys.set_int_max_str_digits(0)
        self.variants = variants
        self.game = GameHistory(variants)
        self.named: dict[str, GameHistory] = {}
        self._stated: tuple[HistoryEntry | None, Struct | None] = None, None

    def answer(self, line: bytes) -> bytes:
        """Return the reply to one line, without a line end. It never raises, whatever the input."""
        return _written(self._reply(line))

    def _reply(self, line: bytes) -> dict[str, object]:
        named: dict[str, object] = {}
        try:
            command = commands.read_plain_command(line)
            if command is not None:
                return {"ok": True, **self._answer(command)}
            message = read_object(line)
            named = {"id": message["id"]} if "id" in message else {}
            if "game" in message:
                return self._in_named_game(message, named)
            return {"ok": True, **self._answer(commands.read_command(message)), **named}
        except Illegal as illegal:
            refused = illegal
        except RecursionError:
            refused = Illegal(BadJson("it is nested too deeply"))
        return self._refused(refused) | named

    def _in_named_game(
        self, message: Mapping[str, Any], repeated: dict[str, object]
    ) -> dict[str, object]:
        """Answer a command that names a game.
        That game temporarily replaces the one without a name.
        """
        name = commands.read_fields({"game": message["game"]}, _Named).game
        unnamed = self.game
        self.game = self.named.pop(name) if name in self.named else GameHistory(self.variants)
        try:
            about = {key: value for key, value in message.items() if key != "game"}
            reply = {"ok": True, **self._answer(commands.read_command(about))}
        except Illegal as refused:
            reply = self._refused(refused)
        finally:
            if self.game.state is not None:
                self.named[name] = self.game
            self.game = unnamed
        return reply | repeated | {"game": name}

    def _answer(self, command: commands.Command) -> dict[str, object]:
        answer: dict[str, object]
        match command:
            case commands.Hello():
                of_program = {"protocol": PROTOCOL, "version": version("table-companion")}
                return of_program | {"games": list(self.variants)}
            case commands.AskVariants():
                return {"variants": [*map(_listed, self.variants.values())]}
            case commands.AskLegal(hand):
                return asdict(self.game.legal(hand))
            case commands.AskRules():
                return {"rules": rules_described(self.game.in_force())}
            case commands.Save():
                return {"text": write_game(self.game)}
            case commands.Load(text):
                self.game = read_game(text, self.variants, read_object)
                answer = {"events": ()}
            case commands.CloseGame():
                self.game.in_force()
                self.game = GameHistory(self.variants)
                answer = {"events": ()}
            case commands.New() if self.game.variants is not self.variants:
                # The variant of a loaded game applies to that game only.
                game = GameHistory(self.variants)
                answer = {"events": game.obey(command)}
                self.game = game
            case commands.AskState():
                answer = {"events": ()}
            case commands.Claim():
                answer = {"claim": self.game.judge(command)}
            case _:
                answer = {"events": self.game.obey(command)}
        return answer | {"state": self._state(), "due": self.game.kinds_due}

    def _refused(self, refused: Illegal) -> dict[str, object]:
        # msgspec encodes plain strings but not our messages, such as the sentence of a question.
        error = {"code": refused.code, "message": str(sentence(refused)), **refused.facts}
        if isinstance(bad := refused.refusal, BadLine):
            error["reason"] = str(refusal_sentence(bad.refusal))
        return {"ok": False, "error": error, "state": self._state(), "due": self.game.kinds_due}

    def _state(self) -> Struct | None:
        """Return the state in the protocol's form, cached for all replies that do not change it."""
        now = self.game.moments[-1] if self.game.moments else None
        if now is not self._stated[0]:
            self._stated = now, self.game.public()
        return self._stated[1]


def _listed(variant: Variant) -> dict[str, object]:
    return {name: getattr(variant, name) for name in ("name", "title", "players", "provenance")}


def _written(reply: dict[str, object]) -> bytes:
    """Return `reply` in the form of `json.dumps`, using msgspec if its output is the same."""
    if not isinstance(reply.get("id"), float | list | dict):  # msgspec writes 1e+16 as 1e16
        try:
            return msgspec.json.format(_ENCODER.encode(reply), indent=0)
        except UnicodeEncodeError:
            pass
    text = json.dumps(reply, ensure_ascii=False, default=msgspec.to_builtins)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:  # a lone surrogate in the message is repeated as sent
        return json.dumps(reply, default=msgspec.to_builtins).encode("ascii")


_ENCODER = msgspec.json.Encoder()


def serve(referee: Referee, lines: BinaryIO, replies: BinaryIO) -> None:
    """Answer every line of `lines` until they end; flush after each reply."""
    for line in lines:
        replies.write(referee.answer(line) + b"\n")
        replies.flush()
