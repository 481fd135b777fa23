"""Plays the box's own network in a network namespace: `python -m tests.app.own_network`.

The box serves before it has an address; then dnsmasq answers with the file of the image, as
NetworkManager starts it. It prints what a phone gets for each URL by which phones test for the
internet, as JSON.
"""

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from companion.config.sections import PhoneSettings
from companion.host import OWN_ADDRESS
from tests.app.test_web_startup import opened
from tests.drivers.bench import running

DNS = Path(__file__).parents[2] / "deploy/image/root/etc/NetworkManager/dnsmasq-shared.d"


def run(*command: str) -> None:
    subprocess.run(command, check=True)


@contextmanager
def network(folder: Path) -> Iterator[None]:
    """Give the machine the box's address, a server of names there, and have it ask that."""
    run("ip", "link", "add", "wlan0", "type", "veth")
    run("ip", "address", "add", f"{OWN_ADDRESS}/24", "dev", "wlan0")
    run("ip", "link", "set", "wlan0", "up")
    run("ip", "link", "set", "lo", "up")
    (folder / "resolv.conf").write_text(f"nameserver {OWN_ADDRESS}\n", "ascii")
    run("mount", "--bind", f"{folder}/resolv.conf", os.path.realpath("/etc/resolv.conf"))
    # With --no-daemon it keeps its user, which in a namespace may be the only one.
    line = ["dnsmasq", "--no-daemon", "--conf-file=/dev/null", "--no-hosts", "--bind-interfaces"]
    line += ["--except-interface=lo", "--clear-on-reload", "--strict-order"]
    line += [f"--listen-address={OWN_ADDRESS}", f"--conf-dir={DNS}"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as names:
        assert names.stderr is not None
        assert any(": started, " in said for said in names.stderr)
        try:
            yield
        finally:
            names.terminate()


def asked(url: str) -> tuple[int, str]:
    """Return the status and the text of the answer that a phone gets."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=10)
    connection.request("GET", parts.path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode("ascii")


def main() -> None:
    """Serve, open the network, and ask for each URL of the command line."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        app, opening = opened(folder / "data", PhoneSettings())
        with app, running(app):
            opening.open(app)
            opening.wait()
            with network(folder):
                sys.stdout.write(json.dumps({url: asked(url) for url in sys.argv[1:]}))
            opening.close()


if __name__ == "__main__":
    main()
