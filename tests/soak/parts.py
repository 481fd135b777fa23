"""One start of the real program in a world without threads; `companion.app` creates every part."""

from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import msgspec

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.app.web_site import WebSite
from companion.box.requests import (
    DirectorRequest,
    HistoryRequest,
    SelfTestRequest,
    TableRequest,
    VariantsChanged,
)
from companion.config import Config
from companion.errors import JournalError
from companion.host.clock import BoxClock
from companion.simulation.box import SimulatedBox
from companion.variants import load_variants
from tests.soak.acceptance import GREEN, RED
from tests.soak.disk import PowerGone
from tests.soak.phones import HOST, Inline
from tests.soak.schedule import Never
from tests.soak.truth import Failure

if TYPE_CHECKING:
    from tests.soak.world import World

VARIANTS = load_variants().variants


class WatchedApp(App):
    """The app, which reports its answers to phones to the world."""

    def __init__(self, runtime: Runtime, world: "World") -> None:
        super().__init__(runtime)
        self._world = world

    def submit(
        self,
        order: TableRequest | HistoryRequest | SelfTestRequest | DirectorRequest | VariantsChanged,
    ) -> None:
        if isinstance(order, TableRequest):
            order = msgspec.structs.replace(
                order, answer=partial(self._world.answered, order.answer)
            )
        super().submit(order)


class Parts:
    """One start of the program in the `world`.

    Attributes:
        app, box, table: the program and its main objects.
        bench: the models at the far end of its drivers.
        site: its pages.

    Raises:
        Failure: the box does not start.
    """

    def __init__(self, world: "World", folder: Path, config: Config) -> None:
        self.bench = SimulatedBox(config, world.clock, "soak")
        runtime = Runtime(
            config,
            folder,
            clock=BoxClock(world.clock, lambda: True),
            bench=self.bench,
            port=8098,
            chance=world.chance,
            worker=world.schedule.worker,
            timer=Never,
            open_serial=world.line.open,
        )
        self.app = WatchedApp(runtime, world)
        self._world = world
        lights = self.bench.pins.pins.lights
        for pin, light in ((lights.accepted, GREEN), (lights.refused, RED)):
            self.bench.pins.watch(pin, partial(self._verdict_changed, pin, light))
        try:
            with mock.patch("companion.app.application.load_variants", _variants):
                self.app.__enter__()
        except JournalError as error:
            raise Failure("the box starts", str(error)) from error
        self.box = self.app.box
        self.table = self.box.table
        self.site = WebSite(self.app, runtime, lambda: HOST, Inline)
        self.site.admit_phones()

    @property
    def access(self) -> Any:
        """The access control of the pages."""
        assert self.site._phone is not None
        return self.site._phone.access

    def let_go(self) -> None:
        """End the program. On a disk without power this writes nothing."""
        with suppress(JournalError, PowerGone):
            self.app.__exit__(None, None, None)
        self._world.web.restart()  # the last messages are discarded
        self.site.close()
        self._world.schedule.forget()

    def _verdict_changed(self, pin: int, light: str) -> None:
        if self.bench.pins.is_high(pin):
            self._world.acceptance.said(light)


_variants = cache(load_variants)
"""Load the variants' files once for all starts."""
