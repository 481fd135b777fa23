"""Finds the boxes of the local network by multicast DNS (RFC 6762, 6763)."""

import asyncio
from collections.abc import Callable
from typing import Self

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from companion.core.frozen import Frozen
from companion.host.announcement import SERVICE

_BOXES = f"{SERVICE}.local."

_ANSWERS_WITHIN = 3000  # ms for the address of a box that was announced


class Found(Frozen):
    """A box in the network: its id, the address of its pages, and the name of its machine."""

    box: str
    address: str
    name: str


class Discovery:
    """The boxes that announce themselves, from entering until leaving.

    Args:
        changed: called on the event loop with all boxes of the network after each change.
    """

    def __init__(self, changed: Callable[[tuple[Found, ...]], None]) -> None:
        self._changed = changed
        self._found: dict[str, Found] = {}
        self._looking: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
        self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, _BOXES, [self._news])
        return self

    async def __aexit__(self, *_error: object) -> None:
        for task in self._looking:
            task.cancel()
        await self._browser.async_cancel()
        await self._zeroconf.async_close()

    def _news(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            if self._found.pop(name, None) is not None:
                self._changed(tuple(self._found.values()))
            return
        task = asyncio.ensure_future(self._look(zeroconf, service_type, name))
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        if not await info.async_request(zeroconf, _ANSWERS_WITHIN):
            return
        box = (info.properties.get(b"box") or b"").decode("ascii", "replace")
        addresses = info.parsed_addresses(IPVersion.V4Only)
        if box and addresses:
            label = name.removesuffix(f".{_BOXES}")
            self._found[name] = Found(box, f"{addresses[0]}:{info.port}", label)
            self._changed(tuple(self._found.values()))
