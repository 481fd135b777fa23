// What the page has for each family of games, by the name that the box gives it: the one place that chooses between them.

import { adding } from "/phone/games/adding/family.js";
import { points } from "/phone/games/points/family.js";
import { tricks } from "/phone/games/tricks/family.js";

/**
 * For the tab of the table the `board` and what is beside it, `sides`; for the tab "Rule" the words under whose move it is,
 * `where`, then its `area` and `acts`, what is `laid` before everybody in place of the last play, what other keys do
 * (`shortcuts`) in words (`help`), and how long a `call` may be, of all rounds or of this one, and below zero or not; of its
 * `cards`, if it has any, which rank `hasSuit` that counts, in which words they are `wanted` and by which `letters`, and
 * whether players may say how many lie (`areCounted`); whether they add up to a total, at which one busts (`hasTotal`); for
 * the set-up what its `group` and its `rules` are called, the `ways` to play, how Start begins, and whether its rules are a
 * `cardTable`, which the page can change; for repairs what it `mends`, the last cards or a round, and whether players may
 * set things by hand. Its picture on the wall is in wall/view.js, which is loaded late.
 */
const FAMILIES = { adding, tricks, points };

/** The families in the order of the set-up. */
export const ORDER = Object.keys(FAMILIES);

/** What the page has for a game, or for what the box tells of one; without any it is an empty adding game. */
export const familyOf = (game) => FAMILIES[game?.family ?? "adding"];
