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
    box = Announcement(8098, "3fa9c2d1", LOOPBACK, f"unix:path={tmp_path}/bus")

    async def story() -> None:
        news: asyncio.Queue[tuple[Found, ...]] = asyncio.Queue()
        async with asyncio.timeout(PATIENCE), Discovery(news.put_nowait):
            await asyncio.to_thread(box.start)
            (found,) = await news.get()
            assert (found.box, found.address) == ("3fa9c2d1", f"{LOOPBACK}:8098")
            await asyncio.to_thread(box.close)
            assert await news.get() == ()

    asyncio.run(story())
