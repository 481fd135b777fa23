"""What a phone is told that looks for the internet in the box's own network."""

import json
import shutil
import subprocess
import sys

import pytest

APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"

PROBES = {
    "http://connectivitycheck.gstatic.com/generate_204": (204, ""),
    "http://www.google.com/gen_204": (204, ""),
    "http://captive.apple.com/hotspot-detect.html": (200, APPLE),
    "http://www.apple.com/library/test/success.html": (200, APPLE),
    "http://www.msftconnecttest.com/connecttest.txt": (200, "Microsoft Connect Test"),
    "http://www.msftncsi.com/ncsi.txt": (200, "Microsoft NCSI"),
    "http://detectportal.firefox.com/success.txt": (200, "success\n"),
}

ELSEWHERE = {
    "http://example.org/": (404, "Not found\n"),
    "http://example.org:8098/generate_204": (403, '{"problem":"The box does not have this name."}'),
}
"""Foreign names, from which nothing of the box can be had."""


def test_phone_in_the_own_network_gets_the_answers_of_the_internet() -> None:
    unshare = shutil.which("unshare")
    apart = ["--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child"]
    if unshare is None or subprocess.run([unshare, *apart, "true"], check=False).returncode:
        pytest.skip("this user may make no network")
    program = [unshare, *apart, sys.executable, "-m", "tests.app.own_network"]
    program += [*PROBES, *ELSEWHERE]
    said = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True).stdout
    answers = {url: tuple(answer) for url, answer in json.loads(said).items()}
    assert answers == PROBES | ELSEWHERE
