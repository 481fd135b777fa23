"""Two phones and a box: one phone plays, one only watches, and both must show the state that the
rules give.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import UNSET

from companion.core.commands import Bust, Deal, New, Play, Score, Undo
from tests.drivers.expected import Expected, Follower, played
from tests.phones.box import Box
from tests.phones.phone import TRIED_AGAIN, UNHEARD, Phone
from tests.phones.told import newest, noted, rule_sight, table_sight, without_signs

HOUSE_RULES = {"chips": "Chips each"}
"""The words of house rules on the page."""

ROWS = 40
"""The number of plays that the page lists until all are requested."""


class PhoneEvening(Follower):
    """A game that is set up, played and undone on `ruler`'s page while `looker` watches.

    Every method returns once the journal has the command and both pages show the table as the rules
    have it. It fails if they never do.
    """

    def __init__(self, box: Box, ruler: Phone, looker: Phone) -> None:
        self.box, self.paired_name, self.looker = box, ruler, looker
        self.game = 0
        self._notes = 0
        self._called: list[int] = []
        self._earlier: Counter[str] = Counter()

    # Adding games

    def sets_up(self, new: New, group: str, title: str) -> None:
        """Set up a game on the page: the `title` from a `group`, the seats, the chips, start."""
        self.paired_name.goes_to("game")
        self.seats(new.players, str(new.dealer))
        self.unfolds("game")
        self.paired_name.touch(".groups .button", group)
        self.paired_name.find(".groups .button[aria-pressed=true]", group).wait_for()
        if self.paired_name.find(".chosen h2").inner_text() != title:
            self.paired_name.touch(".chosen .change")
            self.paired_name.touch(f'.ways button:has(b:text-is("{title}"))')
        self.unfolds("rules")
        for rule, value in new.house.items():
            self.rules(rule, value)
        self.starts(new)

    def unfolds(self, what: str) -> None:
        """Open the line of the "game" or of the house "rules"."""
        line = self.paired_name.find(f"#open-{what}[aria-expanded=false]")
        if line.count():
            line.click()

    def seats(self, names: tuple[str, ...], dealer: str) -> None:
        """Seat these players with this dealer: clear all seats, then type the names."""
        sitting = self.paired_name.find(".sitting li button")
        self.paired_name.find(".people, .newcomer").first.wait_for()
        while count := sitting.count():
            sitting.first.press("Delete")
            sitting.nth(count - 1).wait_for(state="detached")
        if not self.paired_name.find("#new-name").count():
            self.paired_name.touch("#somebody-new")
        for at, name in enumerate(names):
            self.paired_name.find("#new-name").fill(name)
            self.paired_name.find("#new-name").press("Enter")
            sitting.nth(at).wait_for()
        self.paired_name.touch(".newcomer .button", "Done")
        if dealer != names[-1]:
            sitting.nth(names.index(dealer)).click()
            self.paired_name.touch(".one-seat .button", "Make dealer")
            self.paired_name.touch(".one-seat .button", "Done")

    def rules(self, rule: str, value: int) -> None:
        """Set a numeric house rule, found by its words on the page."""
        entry = self.paired_name.page.get_by_label(HOUSE_RULES[rule], exact=True)
        entry.fill(str(value))
        entry.press("Tab")

    def starts(self, new: New) -> None:
        """Press Start, and wait for the first table."""
        first = new.players[(new.players.index(str(new.dealer)) + 1) % len(new.players)]
        self.paired_name.touch("#start", f"Start: {first}")
        self.begun(new)

    def begun(self, new: New) -> None:
        """Expect the game that was started on the page, and wait for its table."""
        is_first = self._expected is None
        self.expects(new)
        self.paired_name.page.wait_for_selector('body[data-tab="table"]')
        if is_first:
            self.paired_name.takes_no_seat()
        self.goes_to_rule()
        self.stands()

    def expects(self, new: New) -> None:
        """Make this the expected game."""
        if self._expected is not None:
            self._earlier += self.won
        self._expected = Expected(new)
        self.game += 1
        self._notes = 0
        self._called = []

    def plays(self, card: str, *, value: int | None = None, answer: str = "") -> None:
        """Key a rank ("8") or a rank and a suit ("8H"), and answer a question with `answer`."""
        self.obeys(Play(card=card, value=UNSET if value is None else value))
        self.keys(card)
        if answer:
            self.paired_name.touch("#sheet[open] .answer", answer)
        self.stands()
        self.looker.sees(**newest(self.expected))

    def keys(self, card: str) -> None:
        """Key a card without waiting for its effect."""
        rank, suit = (card[:-1], card[-1]) if card[-1] in "CDHS" else (card, "")
        if suit:
            self.paired_name.touch("#suit-too[aria-pressed=false]")
        self.paired_name.touch(f'.rule .ranks [data-rank="{rank}"]')
        if suit:
            self.paired_name.touch(f'#sheet[open] [data-suit="{suit}"]')
            self.paired_name.touch("#suit-too[aria-pressed=true]")

    def is_refused(self, card: str, sentence: str) -> None:
        """Key a card that the rules refuse, and assert that nothing changes."""
        refused = self.expected.refusal(Play(card=card))
        assert refused is not None
        assert refused.replace("-", "\N{MINUS SIGN}") == sentence
        self.keys(card)
        self.paired_name.sees(refused=sentence)
        self.noted()
        turn = self.expected.turn
        assert turn is not None
        self.looker.sees(**noted(turn, f"– not allowed: {sentence}", cards=(card,)))

    def calls(self, total: int) -> None:
        """Check the last player's call in its sheet. The watching phone sees only the
        newest call.
        """
        state = self.expected.adding
        assert state.call is not None
        self.paired_name.touch("#check")
        for figure in str(total):
            self.paired_name.touch(f'#sheet[open] [data-key="{figure}"]')
        self.paired_name.touch("#sheet[open] .foot .main")
        right = total == state.total
        verdict = self.paired_name.find("#sheet[open] .figure-place .verdict")
        verdict.wait_for()
        assert verdict.inner_text() == ("✓ Right" if right else f"It is {state.total}")
        self.paired_name.touch("#sheet[open] .foot .button", "Close")
        self._called.append(self.expected.commands)
        self.stands()

    def busts(self) -> None:
        """Bust the player to act, after one question."""
        self.obeys(Bust())
        self.paired_name.touch("#bust")
        self.paired_name.touch("#sheet[open] .bust")
        self.stands()

    def deals(self) -> None:
        """Deal the next hand or round."""
        self.obeys(Deal())
        self.paired_name.touch("#deal")
        self.stands()

    def takes_back(self, then: str = "") -> None:
        """Undo: the first touch asks, the second one undoes. `then` is the predicted state."""
        key = self.paired_name.find("#undo")
        if then:
            assert key.locator(".secondary").inner_text() == then
        self.paired_name.touch("#undo")
        self.obeys(Undo())
        self.paired_name.touch("#undo", "Yes, undo")
        self.stands()

    def takes_back_call(self) -> None:
        """Undo when the last event was the check of a call: no card is undone."""
        self.paired_name.touch("#undo", "call of")
        self.paired_name.touch("#undo", "Yes, undo")
        self._called.pop()
        self.stands()

    # Trick games

    def lays(self, card: str) -> None:
        """Play a card to the trick: first its suit, then its rank."""
        self.obeys(Play(card=card))
        self.paired_name.touch(f'.rule .suits [data-suit="{card[-1]}"]')
        self.paired_name.touch(f'.rule .ranks [data-rank="{card[:-1]}"]')
        self.stands()

    def lay_is_refused(self, card: str, sentence: str) -> None:
        """Key a card that the rules refuse in the trick, and assert that nothing changes."""
        assert self.expected.refusal(Play(card=card)) == sentence
        self.paired_name.touch(f'.rule .suits [data-suit="{card[-1]}"]')
        self.paired_name.touch(f'.rule .ranks [data-rank="{card[:-1]}"]')
        self.paired_name.sees(refused=without_signs(sentence))
        self.noted()

    def scores(self, points: dict[str, int]) -> None:
        """Enter each player's points of the round."""
        self.obeys(Score(points=points))
        self.paired_name.touch("#enter-points")
        for name, count in points.items():
            self.paired_name.touch(f'#sheet[open] .given[aria-label^="Points of {name}:"]')
            self.paired_name.key(*str(count))
        self.paired_name.page.wait_for_selector("#sheet[open] .sum:has-text('That adds up')")
        self.paired_name.touch("#sheet[open] .foot .main")
        self.stands()

    # All games

    def stands(self, *, total_hidden: bool = False) -> None:
        """Assert that both pages and the journal show the table as the rules have it.

        `total_hidden`: on a phone, a refusal covers the total.
        """
        with self._both_told():
            self.looker.sees(**table_sight(self.expected, self.won), rows=min(ROWS, self._rows()))
            if not total_hidden or self.paired_name.wide:
                self.paired_name.sees(**rule_sight(self.expected, wide=self.paired_name.wide))
        assert self.box.written(self.game) == self.expected.kept
        self.paired_name.has_its_answer()

    @contextmanager
    def _both_told(self) -> Iterator[None]:
        """If one page waits in vain, report how far the other page and the journal are."""
        try:
            yield
        except AssertionError as error:
            written = len(self.box.written(self.game))
            ruler = self.paired_name.sight()
            raise AssertionError(f"{error} Written: {written}. Who rules sees: {ruler}") from None

    def noted(self) -> None:
        """Assert that the refusal is among the plays and that nothing else changed."""
        self._notes += 1
        self.stands(total_hidden=True)

    def goes_to_rule(self) -> None:
        """Return to the keys on the playing phone and to the table on the other one."""
        self.paired_name.goes_to("rule")
        self.looker.goes_to("table")

    @contextmanager
    def without_box(self) -> Iterator[None]:
        """Stop the box and start it again; both pages announce that they lost it."""
        with self.paired_name.while_off(), self.looker.while_off():
            yield
            for phone in (self.paired_name, self.looker):
                phone.passes(TRIED_AGAIN)
                phone.page.wait_for_selector('body[data-link="live"]')

    def has_been_lost(self) -> None:
        """Assert that neither page presents possibly outdated data as current."""
        for phone in (self.paired_name, self.looker):
            phone.passes(UNHEARD)
            phone.page.wait_for_selector('body[data-link="lost"], body[data-link="off"]')
        assert self.looker.find(".board.old, .trick-board.old").count() == 1

    def _rows(self) -> int:
        return self.expected.commands + self._notes + (self.expected.commands in self._called)

    @property
    def won(self) -> Counter[str]:
        """Return how many games of the evening each player has won."""
        return self._earlier + Counter(self.expected.state.won_by)

    # At the box

    def passes_over_reader(self, card: str) -> None:
        """Scan a card at the box, and assert that it is accepted."""
        self.obeys(played(card))
        self.box.pass_card(card)
        self.stands()
        self.looker.sees(**newest(self.expected))

    def asks_at_the_box(self, card: str, *, answer: str, value: int) -> None:
        """Scan a card that leads to a question, and answer it on the playing phone."""
        self.box.pass_card(card)
        self.paired_name.touch(".place .button", "Answer here")
        self.obeys(msgspec.structs.replace(played(card), value=value))
        self.paired_name.touch("#sheet[open] .answer", answer)
        self.stands()

    def reader_refuses(self, card: str, sentence: str) -> None:
        """Scan a card that is refused, and assert that both phones show this and
        nothing changes.
        """
        assert self.expected.refusal(played(card)) == sentence
        self.box.pass_card(card)
        self._notes += 1
        self.paired_name.sees(refused=sentence)
        self.stands(total_hidden=True)
        self.looker.sees(said=f"{self.expected.turn} – not allowed: {sentence}")

    def plays_unseen(self, card: str) -> None:
        """Key a rank while the other phone is away."""
        self.obeys(Play(card=card))
        self.keys(card)
        self.paired_name.sees(**rule_sight(self.expected, wide=self.paired_name.wide))
