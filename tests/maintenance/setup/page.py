"""The example of docs/setup.md, made by the command itself: python -m tests.maintenance.setup.page"""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.config import read_config
from companion.maintenance.setup import set_up
from tests.maintenance.setup.fresh_pi import FreshPi

PAGE = Path(__file__).parents[3] / "docs" / "setup.md"
_EXAMPLE = re.compile(r"(?<=\$ sudo companion setup --name friday-table\n).*?(?=```\n)", re.DOTALL)


def example() -> str:
    """What is said on a Zero 2 W with the reader on the header, the question answered with y."""
    said: list[str] = []

    def ask(question: str) -> str:
        said.append(f"{question}y")
        return "y"

    with TemporaryDirectory() as folder:
        pi = FreshPi(Path(folder) / "pi")
        pi.is_a("Raspberry Pi Zero 2 W Rev 1.0")
        config = read_config('[reader]\nport = "/dev/serial0"\n')
        file = Path("/etc/companion/companion.toml")
        set_up(pi.machine, config, file, said.append, ask, name="friday-table")
    return "".join(f"{line}\n" for line in said)


def shown(text: str) -> str:
    """The example as it stands on the page."""
    found = _EXAMPLE.search(text)
    assert found is not None
    return found[0]


if __name__ == "__main__":
    PAGE.write_text(_EXAMPLE.sub(lambda _: example(), PAGE.read_text("utf-8")), "utf-8")
