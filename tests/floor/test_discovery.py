"""A floor finds the boxes of its network."""

import asyncio
from pathlib import Path

import pytest

from companion.floor.discovery import Discovery, Found
from companion.host.announcement import Announcement
from tests.shared_port import PATIENCE

LOOPBACK = "127.0.0.1"


@pytest.mark.own_thread
def test_floor_finds_a_box_until_it_ends(tmp_path: Path) -> None:
    box = Announcement(8098, "5d0b3e7a", LOOPBACK, f"unix:path={tmp_path}/bus")

    async def story() -> None:
        news: asyncio.Queue[tuple[Found, ...]] = asyncio.Queue()

        async def is_found(*, wanted: bool) -> None:
            while (here in {(each.box, each.address) for each in await news.get()}) != wanted:
                pass  # other boxes of this network

        here = ("5d0b3e7a", f"{LOOPBACK}:8098")
        async with asyncio.timeout(PATIENCE), Discovery(news.put_nowait):
            await asyncio.to_thread(box.start)
            await is_found(wanted=True)
            await asyncio.to_thread(box.close)
            await is_found(wanted=False)

    asyncio.run(story())
