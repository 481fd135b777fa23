// Which cards are shown together: everybody's hands, or the whole deck by suit. Pure.

import { suitWords } from "/panel/shared/js/card-words.js";
import { whoseMove } from "/panel/shared/js/words.js";
import { isFaceDown, readLabel } from "./cards.js";
import { isTricks } from "./trick.js";

/**
 * One group a seat: its key, name, whether it is to act, the words for that, else its name again, and its
 * places (a label, one of its own for a card that lies face down, or null for a gap).
 */
export function handGroups(hands, table) {
  return hands.seats.map((slots, seat) => {
    const { name } = table.state.players[seat];
    const act = name === table.state.turn;
    return { key: `seat ${seat}`, name, act, said: act ? whoseMove(table) : name, slots: slots.map((label, at) => (label && isFaceDown(label) ? `${label} ${seat} ${at}` : label)) };
  });
}

/** The labels that cannot be played now: what lies on the pile, in a trick game all that nobody holds any more. */
export function playedCards(deck, { seats, pile, unseen }, table) {
  if (!isTricks(table) || !seats.length) return new Set(pile);
  const held = new Set([...seats.flat(), ...(unseen ?? [])]);
  return new Set(deck.filter((label) => !held.has(label)));
}

/**
 * The whole deck but what has been `played`, one group a suit and deck, jokers last. No order of the stock
 * can be read from it: a card lies where its suit and rank belong.
 */
export function deckGroups(deck, played) {
  const groups = new Map();
  for (const label of deck) {
    const { deck: number, suit } = readLabel(label);
    const key = `deck ${number} ${suit}`;
    if (!groups.has(key)) groups.set(key, { key, name: suitWords(suit), suit, number, act: false, slots: [] });
    groups.get(key).slots.push(played.has(label) ? null : label);
  }
  return [...groups.values()];
}
