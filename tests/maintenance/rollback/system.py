"""The commands of a system with systemd and apt, which a rollback runs."""

from collections.abc import Callable, Sequence

from companion.maintenance.rollback.rollback import Installation, go_back
from tests.maintenance.rollback.boxes import NEW, Home


class System:
    """What was run, each with the version that the journal had then; a command in `fails` does not work."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.ran: list[tuple[str, int]] = []
        self.fails: set[str] = set()
        self.lines: list[str] = []
        self.meanwhile: Callable[[], None] | None = None
        self.is_read_only = False

    def run(self, command: Sequence[str]) -> int:
        name = " ".join(word for word in command[:2])
        self.ran.append((name, self.home.version()))
        if name == "systemctl stop" and self.meanwhile is not None:
            self.meanwhile()
        if name == "apt-get install":
            assert command[-1] == str(self.home.kept / "companion.deb")
            assert "--allow-downgrades" in command
            assert "Dpkg::Options::=--force-confold" in command
        return 1 if name in self.fails else 0

    def go(
        self, answer: str | None = None, *, is_root: bool = True, agreed: bool = False, installed: str = NEW
    ) -> int:
        ask = None if answer is None else lambda _: answer
        box = Installation(installed, self.home.data, self.home.kept, self.is_read_only)
        return go_back(
            box,
            self.run,
            self.lines.append,
            ask,
            is_root=is_root,
            agreed=agreed,
            undisturbed=lambda: self.ran.append(("undisturbed", self.home.version())),
        )
