"""The addresses of a release in the documents, made from deploy/release/release.toml."""

import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

NOTHING_PUBLISHED = "Nothing is published yet."


class Download(NamedTuple):
    """Files of a release, `{version}` for its version; what they are, and what makes them here."""

    names: tuple[str, ...]
    what: str
    target: str
    folder: str


WHEEL = "table_companion-{version}-py3-none-any.whl"

DOWNLOADS = (
    Download(
        ("os_list.json",),
        "the image, for [Raspberry Pi Imager](#1-write-the-card)",
        "[`make image`](../release.md#make-the-image)",
        "build/image",
    ),
    Download(
        ("companion_{version}_all.deb",),
        "the box on [a system of your own](#a-pi-5-or-a-system-of-your-own)",
        "`make deb`",
        "build/deb",
    ),
    Download(
        ("labels-a4-189.pdf", "labels-letter-154.pdf"),
        "[labels](labels.md): one deck, two stickers on each card",
        "`make labels`",
        "build/labels",
    ),
    Download(
        ("companion-node-pico.uf2",),
        "[the scanner node](scanner-node.md) in one file, for a Pico",
        "`make node-uf2`",
        "build/node",
    ),
    Download(
        ("companion-node.zip",),
        "its firmware alone, for other boards",
        "`make firmware`",
        "build/firmware",
    ),
    Download((WHEEL,), "the program, for Python 3.11 or newer", "`make wheel`", "build/wheel"),
)


def base_url() -> str:
    """Return where releases are published; "" while none is."""
    setting = ROOT / "deploy" / "release" / "release.toml"
    return str(tomllib.loads(setting.read_text("utf-8"))["base_url"]).rstrip("/")


def version() -> str:
    """Return the version of the program, which a release has."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def download_table(url: str, version: str) -> str:
    """Return the downloads at `url`; if that is empty, what makes them."""
    if not url:
        rows = [f"| {each.what} | {each.target} | `{each.folder}` |" for each in DOWNLOADS]
        head = (
            f"{NOTHING_PUBLISHED} Make what you need in a checkout of this repository, on Debian:"
        )
        return "\n".join([head, "", "| file | command | folder |", "|---|---|---|", *rows])
    rows = [
        f"| {', '.join(f'[{name}]({url}/{name})' for name in names)} | {each.what} |"
        for each in DOWNLOADS
        for names in [[name.format(version=version) for name in each.names]]
    ]
    head = f"All files are at <{url}/>, where a page explains them and how they are signed."
    return "\n".join([head, "", "| download | what it is |", "|---|---|", *rows])


def uvx_line(url: str, version: str) -> str:
    """Return how to start the program without this repository; "" while that is not possible."""
    if not url:
        return ""
    return (
        "Without this repository, with [uv](https://docs.astral.sh/uv/) on any computer:\n"
        f"`uvx --from {url}/{WHEEL.format(version=version)} table-companion`"
    )
