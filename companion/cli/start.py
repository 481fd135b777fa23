"""Starts the box, or the wall of many tables."""

import logging
import os
import secrets
import sys
import time
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.config import Config, config_file, data_folder, load_config, own_folder
from companion.errors import ConfigError, FloorError
from companion.message import phrase

if TYPE_CHECKING:
    from companion.app.application import App
    from companion.devices.ports import Clock
    from companion.host.worker import SystemWorker

log = logging.getLogger("companion")

SEED_FILE = "pack-seed"
"""The file of the seed with which the simulated table shuffles its pack."""


def configuration(given: Namespace) -> tuple[Config, Path | None]:
    """Return the configuration, and the folder of the user's variants."""
    file = config_file(given.config, os.environ)
    config = load_config(file)
    return config, own_folder(config.variants.folder, "variants", file, os.environ)


def run(given: Namespace) -> int:
    """Run the box, or the simulated box, until it is stopped or switched off."""
    from companion.app.application import App
    from companion.app.runtime import Runtime
    from companion.app.startup import WebStartup, publish_by_mqtt
    from companion.config.board import is_pi
    from companion.host.announcement import Announcement
    from companion.host.clock import BoxClock
    from companion.host.systemd import ServiceNotifier, stopped_by_signals
    from companion.simulation.box import SimulatedBox

    config, folder = configuration(given)
    file = config_file(given.config, os.environ)
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    log.setLevel(config.log.level.upper())  # only our loggers; libraries log warnings
    data = data_folder(given.data, os.environ)
    simulate = given.simulate or not is_pi()
    if simulate:
        # The panel's contacts do not bounce, and a browser may press and release one at the same
        # moment.
        buttons = replace(config.buttons, debounce=0)
        config = replace(config, buttons=buttons)
    runtime = Runtime(
        config,
        data,
        folder,
        BoxClock(),
        SimulatedBox(config, time, _pack_seed(data)) if simulate else None,
        ServiceNotifier(os.environ),
        given.port,
        voice=own_folder(config.voice.folder, "voice", file, os.environ),
    )
    with ExitStack() as closing:
        web = WebStartup(runtime, Announcement)
        # Closed after the box, so that the page still shows the last picture.
        closing.callback(web.close)
        app = App(runtime)
        closing.enter_context(stopped_by_signals(app.stop))
        closing.enter_context(app)
        web.open(app)
        publish_by_mqtt(config.mqtt, app, closing)
        # A simulated box must not switch off its user's machine. The worker compares the machine's
        # own time with that of a file.
        worker = (
            None if simulate else _system_worker(data, app, time, closing, config.network.own_after)
        )
        app.run()
    if app.box.shutdown.is_saved:
        log.info("stopped; everything is on disk")
    if worker is not None and app.box.shutdown.is_done:
        restart = app.box.shutdown.restarts
        # If the machine cannot be restarted, systemd restarts the program.
        return 1 if not worker.power_off(restart=restart) and restart else 0
    return 0


def floor(given: Namespace) -> int:
    """Serve the wall of many tables until it is stopped."""
    try:
        from companion.floor.server import PORT, run_floor

        logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
        log.setLevel(logging.INFO)
        data = data_folder(given.data, os.environ)
        if not given.database:
            data.mkdir(parents=True, exist_ok=True)
        url = given.database or f"sqlite:///{data / 'floor.db'}"
        run_floor(url, given.room, PORT if given.port is None else given.port)
    except ImportError as error:  # SQLAlchemy imports the driver of a database when it is used
        needs = (
            "python3-sqlalchemy python3-alembic python3-psycopg python3-aiohttp python3-zeroconf"
        )
        advice = phrase(
            "{module} is not there: install table-companion[floor]; on Debian: apt install {needs}",
            module=error.name,
            needs=needs,
        )
        raise FloorError(advice) from None
    return 0


def _system_worker(
    data: Path, app: "App", clock: "Clock", closing: ExitStack, own_after: float
) -> "SystemWorker | None":
    """Return the worker for network and power; None without the D-Bus library."""
    try:
        from companion.host.worker import SystemWorker
    except ImportError as error:
        log.info("no network at the menu: %s is not there (the extra 'network')", error.name)
        return None
    worker = SystemWorker(data, app.report, clock, own_after=own_after)
    app.use_network(worker)
    closing.callback(worker.close)
    worker.start()
    return worker


def _pack_seed(data: Path) -> str:
    """Return the seed of the simulated pack, made once so that a restart deals the same hands."""
    file = data / SEED_FILE
    try:
        if not file.exists():
            data.mkdir(parents=True, exist_ok=True)
            file.write_text(secrets.token_hex(16), "ascii")
        return file.read_text("ascii")
    except OSError as error:
        raise ConfigError(f"{data}: no data can be kept there: {error.strerror}") from None
