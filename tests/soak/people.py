"""The people of an evening: they play at the box and on phones, make mistakes, undo, rename, start
new games.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

from companion.core.cards import Card as CardFace
from companion.core.commands import as_json
from companion.core.family import PlayerView
from companion.core.history import counting
from companion.dialogs.taking_back import TakeBackDialog
from companion.errors import CardError
from companion.games.adding.variant import AddingVariant
from companion.inputs import KEYS, KeyName
from companion.labels.codec import write_label
from companion.simulation.bots import choose, seat_to_act, view_of
from companion.simulation.pack import SimulatedPack, labels_of
from tests.games.streams import Stream
from tests.soak.at_box import next_entry
from tests.soak.faults import FAULTS, OF_THE_DISK
from tests.soak.parts import VARIANTS
from tests.soak.steps import AtOnce, Card, Fault, Order, Pair, PowerCut, Press, Step, Wait
from tests.soak.world import World

ODD_LABELS = ("0OKH", "5012345678900", "1QSQ", "", "0MORE", "x" * 300, "9ZZZ", "QS")
NAMES = ("Ann", "Bo", "Cy", "Di", "Eva", "Maximilian", "Jörg", "Łucja", "Θεός")


class People:
    """The people at the table. The same seed and the same world produce the same evening.

    Args:
        world: the world in which they act.
        seed: determines what they do.
    """

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.chance = random.Random(f"{seed} people")  # noqa: S311  # games, not secrets
        self._seed = seed
        self._stream = Stream(seed, comings=0.03)
        self._pack = SimulatedPack()
        self._is_time = False
        self._coming: list[Step] = []

    def next_step(self) -> Step:
        """Return the next step of the evening."""
        if self._is_time and self._happens(0.6):
            self._is_time = False
            return Wait(round(self.chance.uniform(0.3, 6.0), 1))
        self._is_time = True
        if self._coming:
            return self._coming.pop(0)
        unpaired = [number for number, phone in enumerate(self.world.phones) if not phone.token]
        if unpaired and self._happens(0.3):
            return Pair(unpaired[0])
        faults = self.world.faults
        if faults and self._happens(0.15):
            return Fault(self.chance.choice(sorted(faults)), ends=True)
        if self._happens(0.07):
            return self._fault()
        if self._happens(0.02):
            return self._power_cut()
        return self._deed()

    def _fault(self) -> Step:
        """Return a fault, often of a sync, and mostly a power cut after it, when a refused card
        could reappear.
        """
        name = self.chance.choice([name for name in FAULTS if name not in self.world.faults])
        if self._happens(0.25):
            name = "a sync fails"
        self._coming.append(self._order() or self._at_box())
        if name == "a sync fails" and self._happens(0.8):
            self._coming.append(PowerCut(0, self.chance.randrange(2**32), Wait(0.0)))
        return Fault(name)

    def _power_cut(self) -> Step:
        during = self._deed()
        if not isinstance(during, Card | Press | Order | AtOnce):
            during = Wait(1.0)
        return PowerCut(self.chance.randint(0, 8), self.chance.randrange(2**32), during)

    def _deed(self) -> Step:
        """Return a person's action, or a pause."""
        luck = self.chance.random()
        if luck < 0.12:
            return Wait(self._pause())
        if luck < 0.16:
            return Card(self._any_label())
        if luck < 0.22:
            return self._press(self.chance.choice(KEYS))
        if luck < 0.24:
            return Press("MORE", 1.0)
        if luck < 0.243:
            self._coming += self._switching_off()
            return Press("MORE", 1.0)
        if luck < 0.27:
            self._coming += self._taking_back()
            return Press("UNDO")
        if luck < 0.29:
            return self._several()
        if luck < 0.60 or self._is_by_phone():
            return self._order() or self._at_box()
        return self._at_box()

    def _pause(self) -> float:
        """Return the seconds of a pause, mostly short. Sometimes the people talk for so long that
        the display rests.
        """
        if self._happens(0.03):
            return self.chance.choice((150.0, 700.0, 4000.0))
        return self.chance.choice((1.0, 2.0, 3.0, 5.0, 8.0, 15.0, 30.0, 60.0))

    def _is_by_phone(self) -> bool:
        """Return whether a phone is used, as mostly for a new game or the points of a round."""
        state = self.world.state
        return (
            state is None or state["phase"] == "game-over" or "stock" not in state
        ) and self._happens(0.7)

    def _taking_back(self) -> Iterator[Step]:
        for _ in range(self.chance.choice((0, 0, 0, 1, 2))):
            yield Press("UNDO")
        yield Press(self.chance.choice(("OK", "OK", "MORE")))

    def _switching_off(self) -> Iterator[Step]:
        """Yield the steps that switch the box off at the last row of the menu. A box that may have
        unsaved data asks once more.
        """
        yield from (Press("LEFT"), Press("OK"), Press("OK"))
        if self.world.faults & OF_THE_DISK:
            yield Press("OK")

    def _several(self) -> Step:
        """Return a scanned card, and orders of two phones before the box has judged it."""
        fields = [
            (number, self._fields())
            for number, phone in enumerate(self.world.phones)
            if phone.token
        ]
        orders = [Order(number, order) for number, order in fields if order is not None]
        return AtOnce((Card(self._any_label()), *orders))

    # At the box

    def _at_box(self) -> Step:
        entry = self._entry()
        if isinstance(entry, CardFace):
            return Card(write_label(entry))
        if entry is not None:
            return self._press(entry)
        dialog = self.world.parts.box._dialog
        if isinstance(dialog, TakeBackDialog) or self._happens(0.3):
            return self._press("UNDO")
        return self._press(self.chance.choice(("OK", "OK", "OK", "RIGHT", "MORE")))

    def _press(self, key: KeyName) -> Press:
        return Press(key, 0.06 if self._happens(0.95) else 0.7)

    def _entry(self) -> CardFace | KeyName | None:
        view = self._view()
        if view is None:
            return None
        lot = random.Random(f"{self._seed} {len(self.world.parts.table.moments)}")  # noqa: S311
        return next_entry(self.world.parts.box.shown, view, "easy", lot)

    def _view(self) -> PlayerView | None:
        rules, state = self.world.parts.table.rules, self.world.parts.table.state
        if rules is None or state is None or self.world.parts.table.stopped is not None:
            return None
        pack = rules.pack
        if pack is None:
            return None
        seed = f"{self._seed} {self.world.parts.table.game}"
        try:
            hands = self._pack.follow(seed, pack, counting(self.world.parts.table.moments))
        except (CardError, IndexError):
            return None
        seat = seat_to_act(state, hands)
        if seat is None or seat >= len(hands.seats):
            return None
        return view_of(rules, state, hands, seat)

    def _any_label(self) -> str:
        rules = self.world.parts.table.rules
        pack = None if rules is None else rules.pack
        if pack is None or self._happens(0.2):
            return self.chance.choice(ODD_LABELS)
        return write_label(self.chance.choice(labels_of(pack)))

    # On a phone

    def _order(self) -> Step | None:
        paired = [number for number, phone in enumerate(self.world.phones) if phone.token]
        fields = self._fields()
        if not paired or fields is None:
            return None
        return Order(self.chance.choice(paired), fields, late=self._happens(0.05))

    def _fields(self) -> dict[str, Any] | None:
        """Return the fields of an order: the expected play, or another action."""
        state = self.world.state
        if state is None or state["phase"] == "game-over":
            return self._new()
        if self._happens(0.02):
            player = self.chance.choice(state["players"])["name"]
            return {"cmd": "rename", "player": player, "name": self.chance.choice(NAMES)}
        if self._happens(0.03):
            return {"cmd": self.chance.choice(("reopen", "undo"))}
        view = self._view() if self._happens(0.7) else None
        command = None if view is None else choose(view, "easy", self.chance)
        if command is not None:
            chosen: dict[str, Any] = json.loads(as_json(command))
            return chosen
        fields: dict[str, Any] = json.loads(self._stream.next({"state": state}))
        fields.pop("id", None)
        return fields

    def _new(self) -> dict[str, Any]:
        """Return a game of any family with its house rules, mostly the usual game of this
        household.
        """
        if self._happens(0.5):
            fields = self._stream.new()
        else:
            variant = self.chance.choice(sorted(VARIANTS))
            plays = VARIANTS[variant]
            fewest, most = plays.players
            names = self.chance.sample(
                NAMES, self.chance.randint(max(fewest, 2), min(most or 6, 6))
            )
            fields = {"cmd": "new", "variant": variant, "players": names}
            if isinstance(plays, AddingVariant) and plays.up_card != "none":
                fields["up_card"] = "7S"
        return fields

    def _happens(self, likely: float) -> bool:
        return self.chance.random() < likely
