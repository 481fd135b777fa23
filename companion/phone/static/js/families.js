// What the page has for each family of games, by the name that the box gives it: the one place that chooses between them.

import { _, court, ngettext } from "/shared/js/language.js";
import { bustKey } from "/shared/js/typing.js";
import { app } from "./app.js";
import { addingActs, addingKeys, addingWhere, bust, check, several } from "./rule/adding.js";
import { overActs, overArea } from "./rule/over.js";
import { pointsActs, pointsArea, pointsWhere } from "./rule/points.js";
import { checkPoints, trickActs, trickKeys, trickWhere } from "./rule/tricks.js";
import { addingBoard } from "./table/board.js";
import { pointsBoard } from "./table/points-board.js";
import { addingSides, pointsSides, trickSides } from "./table/sides.js";
import { trickBoard } from "./table/trick-board.js";

/**
 * For the tab of the table `board` and what is beside it, `sides`; for the tab "Rule" the words under whose move it is,
 * `where`, then its `area` and `acts`, whether letters write `cards`, what other keys do (`shortcuts`) in words
 * (`help`), and how long a `call` may be, of all rounds or of this one, and below zero or not; for the set-up what its `group` and its
 * `rules` are called, the `ways` to play, how Start begins, and whether its rules are a `cardTable`, which the page
 * can change; for repairs what it `mends`, the last cards or a round, and whether players may set things by hand.
 */
const FAMILIES = {
  adding: {
    board: addingBoard,
    sides: addingSides,
    where: addingWhere,
    area: inPlay(addingKeys, overArea),
    acts: inPlay(addingActs, overActs),
    cards: true,
    shortcuts: () => ({ [bustKey()]: bust, "+": several, "=": check }),
    help: () => [`${bustKey()}, +, =`, _("bust, several, check a total")],
    call: { figures: 3, ofAllRounds: false, belowZero: true },
    group: "",
    rules: _("What the cards do"),
    ways: (count) => ngettext("One way to play it", "{n} ways to play it", count),
    starts: ({ first }) => _("Start: {player} plays first", { player: first }),
    cardTable: true,
    mends: "cards",
    setsByHand: true,
  },
  tricks: {
    board: trickBoard,
    sides: trickSides,
    where: trickWhere,
    area: inPlay(trickKeys, overArea),
    acts: inPlay(trickActs, overActs),
    cards: true,
    shortcuts: () => ({ "=": checkPoints }),
    help: () => ["=", _("check points")],
    call: { figures: 3, ofAllRounds: false, belowZero: false },
    group: _("Tricks"),
    rules: _("What costs points"),
    ways: (count) => ngettext("One trick game", "{n} trick games", count),
    starts: ({ first }) => _("Start: {player} leads", { player: first }),
    cardTable: false,
    mends: "cards",
    setsByHand: false,
  },
  points: {
    board: pointsBoard,
    sides: pointsSides,
    where: pointsWhere,
    area: pointsArea,
    acts: pointsActs,
    cards: false,
    shortcuts: () => ({ "=": checkPoints }),
    help: () => ["=", _("check points")],
    call: { figures: 5, ofAllRounds: true, belowZero: true },
    group: _("Points"),
    rules: _("The rules"),
    ways: (count) => ngettext("One points game", "{n} points games", count),
    starts: ({ dealer }) => _("Start: {player} deals", { player: dealer }),
    cardTable: false,
    mends: "rounds",
    setsByHand: true,
  },
};

/** The families in the order of the set-up. */
export const ORDER = Object.keys(FAMILIES);

/** What the page has for a game, or for what the box tells of one; without any it is an empty adding game. */
export const familyOf = (game) => FAMILIES[game?.family ?? "adding"];

/** One thing during a hand or round, another once it is over. */
function inPlay(during, after) {
  return () => (app.state.phase === "play" ? during() : after());
}
