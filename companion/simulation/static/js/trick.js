// What is told of a trick game beside its hands: the trick in order of play, and everybody's points. Pure.

import { inWords } from "./cards.js";

/** Whether a state is one of a trick game. */
export const isTricks = (state) => state?.round !== undefined;

/**
 * The trick in order of play, the leader first: one place a player, with the card's label or null.
 * @param {object} table what is public; its trick lies there until the next one is led
 */
export function trickPlaces({ state, trick }) {
  if (!trick.cards.length && state.turn === null) return [];
  const { players } = state;
  const leader = trick.cards[0]?.seat ?? players.findIndex(({ name }) => name === state.turn);
  return players.map((_, at) => {
    const seat = (leader + at) % players.length;
    const { name } = players[seat];
    const label = trick.cards.find((card) => card.seat === seat)?.label ?? null;
    return { name, label, wins: seat === trick.wins, acts: !trick.taken && name === state.turn };
  });
}

/** What stands over the trick: the led suit or who leads, and whose it is. */
export function trickWords({ state, trick, call }) {
  const winner = state.players[trick.wins]?.name;
  return { what: whatNow(state), whose: call || (winner && !trick.taken ? `${winner}’s so far` : "") };
}

function whatNow({ phase, round, led, turn, restricted, broken, winners }) {
  if (winners.length) return `${listed(winners)} ${winners.length > 1 ? "win" : "wins"}`;
  if (phase !== "play") return `Round ${round} is over`;
  if (led) return `${capital(inWords(led))} led`;
  return `${turn} leads` + (restricted && !broken ? `, not ${inWords(restricted)}` : "");
}

/** Where the game stands, for the page's title: "round 4 of 6, trick 5". */
export function whereInGame({ state, trick }) {
  const rounds = trick.rounds === null ? "" : ` of ${trick.rounds}`;
  return `round ${state.round}${rounds}` + (state.phase === "play" ? `, trick ${trick.number}` : "");
}

/** Points as they stand, and what this round has brought: "60", "+10" or "". */
export function pointsOf({ points, round_points: fresh }) {
  return { all: String(points), fresh: fresh ? `+${fresh}` : "" };
}

/** Whether nobody has fewer points; not said of most of the table at once. */
export function isLowest(player, { players }) {
  const fewest = Math.min(...players.map(({ points }) => points));
  const lowest = players.filter(({ points }) => points === fewest);
  return lowest.length * 2 <= players.length && lowest.includes(player);
}

/** Names as one says them: "Ann", "Ann and Bo", "Ann, Bo and Cy". */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}
