"""Tests that every bench measures something, by a quick run of each, as `make bench` runs it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.bench import pages, voice
from tests.bench.__main__ import BENCHES, main

MEASURED = re.compile(r"\d (µs|ms|MB|kB|/s|bytes|wake-ups|s of a core)")


@pytest.mark.slow("measures with whole programs and lines")
@pytest.mark.parametrize("name", BENCHES)
def test_each_bench_prints_measurements(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick", name])
    assert MEASURED.search(capsys.readouterr().out)


@pytest.mark.slow("loads two pages of a browser that has been nowhere")
def test_bench_of_the_pages_prints_measurements(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages.main(tmp_path, browser, quick=True)
    assert MEASURED.search(capsys.readouterr().out)


@pytest.mark.slow("plays on a box that a browser and ALSA listen to")
def test_bench_of_the_voices_prints_measurements(
    browser: Browser,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ALSA_CONFIG_PATH", "")  # the bench sets it
    voice.main(tmp_path, browser, quick=True)
    assert MEASURED.search(capsys.readouterr().out)
