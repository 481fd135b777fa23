"""A build of the image that is killed leaves nothing behind."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.deploy.roots import HOUSE

SCRIPT = f"""
. {HOUSE}/deploy/image/contained.sh
contained sh -c 'mount -t tmpfs none "$1"; echo mounted; exec sleep 600' sh "$1"
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount, and make the image")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
def test_step_of_a_killed_build_ends_with_its_mounts(tmp_path: Path, sent: signal.Signals) -> None:
    line = ["/bin/sh", "-eu", "-c", SCRIPT, "sh", str(tmp_path)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as build:
        assert build.stdout is not None
        assert build.stdout.readline() == "mounted\n"
        build.send_signal(sent)
        assert build.stdout.read() == ""  # its end comes when the last process has ended
    assert build.returncode in {143, -sent}
    assert str(tmp_path) not in Path("/proc/mounts").read_text("utf-8")
