"""What the box does with an order from a phone: the same as with a card or a key, and an answer."""

from companion.box.requests import (
    Accepted,
    Checked,
    Conflict,
    Rejected,
    TableCommand,
    TableRequest,
    TableResponse,
)
from companion.box.verdicts import Verdicts
from companion.errors import CompanionError, Illegal
from companion.rules.commands import Claim, New, Undo
from companion.rules.sentences import sentence
from companion.table.replay import Rename, Reopen
from companion.table.table import Table


class RequestExecutor:
    """Gives the orders of phones to the `table`; what comes of each is seen and heard at the box."""

    def __init__(self, table: Table, verdicts: Verdicts) -> None:
        self._table, self._verdicts = table, verdicts

    def obey(self, ruling: TableRequest, now: float) -> TableResponse:
        """Does what is ordered, if the table is still the one that the phone showed; `now` in seconds."""
        if ruling.seen != self._table.journal.sequence:
            return Conflict()
        self._verdicts.dismiss()
        try:
            return self._done(ruling.order, ruling.phone, now)
        except Illegal as illegal:
            self._verdicts.illegal(ruling.order, illegal, now)
            return Rejected(sentence(illegal), illegal)
        except CompanionError as error:
            self._verdicts.failed(error, now)
            return Rejected(str(error))

    def _done(self, order: TableCommand, phone: str, now: float) -> TableResponse:
        table, verdicts = self._table, self._verdicts
        match order:
            case Claim():
                judged = table.judge(order, phone)
                verdicts.judged(judged, now)
                return Checked(judged)
            case Undo(count):
                table.take_back(count, phone)
                verdicts.taken_back(now)
            case Reopen():
                table.reopen(phone)
                verdicts.taken_back(now)
            case Rename(player, name):
                table.rename(player, name, phone)
                verdicts.renamed(player, name, now)
            case _:
                before = None if isinstance(order, New) else table.state
                verdicts.accepted(before, table.obey(order, phone), now)
        return Accepted(table.journal.sequence)
