"""What a phone is told that looks for the internet in the box's own network."""

import json

from tests.apart import run_apart

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
    said = run_apart("tests.app.own_network", *PROBES, *ELSEWHERE)
    answers = {url: tuple(answer) for url, answer in json.loads(said).items()}
    assert answers == PROBES | ELSEWHERE
