"""Runs a program of the tests in its own network and mounts, where it is root."""

import shutil
import subprocess
import sys

import pytest


def run_apart(module: str, *given: str) -> str:
    """Return what the module prints; skip the test if this user may make no network."""
    unshare = shutil.which("unshare")
    apart = ["--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child"]
    if unshare is None or subprocess.run([unshare, *apart, "true"], check=False).returncode:
        pytest.skip("this user may make no network")
    program = [unshare, *apart, sys.executable, "-m", module, *given]
    return subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True).stdout
