// Announcements for screen readers: only changes, with suits and ranks in words. Pure.

import { cardWords, inWords } from "./card-words.js";
import { capital, figures, listed, numberWord, whoseMove } from "./words.js";

const NEXT = / deals next$| wins?$| loses?$|^All .* lose$| share the win$| owes .* plays?$/; // followed by the player to act
const UNSAID = new Set(["refused", "right", "miscount"]);

/**
 * The sentences for what happened between two tables.
 * @param {object} before the parts and plays as they were; `game` null before the first
 * @param {object} after as they are
 * @returns {{said: string, brief: string, urgent: string}} `brief` says the same without what was played
 */
export function happened(before, after) {
  const brief = stands(after);
  if (!after.state) return { said: before.state ? "Nobody is playing." : "", brief, urgent: "" };
  if (before.game?.number !== after.game.number) return { said: `${after.game.title}. ${brief}`, brief, urgent: "" };
  const fresh = added(before.plays, after.plays);
  const urgent = fresh.filter(({ kind }) => kind === "refused").map((row) => refusedSentence(row.text, after)).join(" ");
  const claims = fresh.filter(({ kind }) => kind === "right" || kind === "miscount").map(claimed);
  const plays = fresh.filter(({ kind }) => !UNSAID.has(kind));
  if (plays.length) return { said: sentences([...plays.map((row) => played(row, after)), moveAfter(plays, after)]), brief, urgent };
  const gone = lastPlay(before.plays, after.plays);
  if (gone) return { said: sentences([takenBack(gone), `${stands(after, ",")}${wayOf(after)}`]), brief, urgent };
  return { said: claims.join(" "), brief: claims.join(" "), urgent };
}

/** A refusal as it is said: "Refused. 97 plus 8 is 105, over 99. Bo still to play." */
export function refusedSentence(text, { state }) {
  const whose = state?.turn ? `${state.turn} still to play` : "";
  return sentences(["Refused", capital(spokenSum(text)), whose]);
}

/** The last known state before the connection was lost, or "". */
export function lastKnown({ state }) {
  if (!state) return "";
  if (state.total !== undefined) return `Last known total ${figures(state.total)}.`;
  return `Last known points: ${everybody(state)}.`;
}

/** Everybody's points: "Ann 60, Bo 0". */
export const everybody = ({ players }) => players.map(({ name, points }) => `${name} ${points}`).join(", ");

/** The announcement when the connection is back: "Back. 97, Bo to play." */
export function heardAgain(table) {
  return `Back. ${stands(table, ",").replace(/([^.])$/, "$1.")}`;
}

/** The state of the table: "97. Bo to play." */
function stands(table, after = ".") {
  const { state } = table;
  if (!state) return "Nobody is playing.";
  const move = whoseMove(table);
  if (state.total === undefined) return `${capital(move)}.`;
  return `${figures(state.total)}${after} ${after === "." ? capital(move) : move}${after === "." ? "." : ""}`;
}

/** The rows of plays that are there now and were not before. */
export function added(before, after) {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
}

function lastPlay(before, after) {
  const kept = new Set(after.map(({ id }) => id));
  return before.filter(({ id, kind }) => !kept.has(id) && !UNSAID.has(kind)).pop();
}

function played(row, { state, now }) {
  const { kind, player, cards, text, total, turns } = row;
  const more = row.after.filter((said) => !NEXT.test(said)).map((said) => byCard(inWords(said), now));
  if (kind === "bust") return `${player} ${text}${paid(player, more)}`;
  if (cards.length && player) {
    const what = `${player}, ${cards.map(cardWords).join(", ")}`;
    const way = turns && state.direction ? capital(state.direction) : "";
    const chosen = total === null ? inWords(text) : `${figures(total)}${called(text, state)}`;
    return sentences([what, chosen, ...more, way]).replace(/\.$/, "");
  }
  return sentences([inWords([player, text].filter(Boolean).join(" ")), ...more]).replace(/\.$/, "");
}

/** "Bo pays a chip: three left" after "Bo busts at 97" needs no second name. */
function paid(player, after) {
  if (!after.length) return "";
  const [first, ...rest] = after;
  const own = first.startsWith(`${player} `) ? ` and ${first.slice(player.length + 1)}` : `. ${first}`;
  return [own, ...rest.map((more) => `. ${more}`)].join("");
}

/** The call, with the name of the player it addresses. */
function called(text, { turn }) {
  const way = /^“(back on|pass to) you/.exec(text);
  return way && turn ? `, ${way[1]} ${turn}` : "";
}

/** A trick is taken by a card: "Jack of diamonds takes it". */
function byCard(said, { trick }) {
  const card = trick?.taken && trick.cards.find(({ player }) => player === trick.wins)?.card;
  const who = `${trick?.wins} takes`;
  return card && said.startsWith(who) ? `${capital(cardWords(card))} takes${said.slice(who.length)}` : said;
}

function moveAfter(plays, { state, now }) {
  if (state.owed > 1) return `${state.turn} owes ${numberWord(state.owed)} plays`;
  const over = plays.some(({ kind }) => kind === "bust") || state.phase !== "hand-over" ? "" : "The hand is over";
  return sentences([over, capital(whoseMove({ state, now }))]).replace(/\.$/, "");
}

function takenBack({ player, cards, text, kind }) {
  if (!player) return "Taken back";
  if (!cards.length && kind !== "bust") return `Taken back: ${player} ${text}`;
  return `Taken back: ${player}\u2019s ${cards.length ? listed(cards.map(cardWords)) : "bust"}`;
}

const wayOf = ({ state }) => (state.direction && state.turn ? `, ${state.direction}` : "");

function claimed({ player, text }) {
  return sentences([`${player} ${inWords(text).replace(/, it is/, ". It is")}`]);
}

function spokenSum(text) {
  return inWords(text)
    .replace(/ \+ /g, " plus ").replace(/ [\u2212-] /g, " minus ").replace(/ × /g, " times ")
    .replace(/ = (\S+) is /, " is $1, ").replace(/ = /g, " is ");
}

function sentences(said) {
  return said.filter(Boolean).map((part) => (/[.?]$/.test(part) ? part : `${part}.`)).join(" ");
}
