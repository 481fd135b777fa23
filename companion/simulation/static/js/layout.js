// Where cards lie in the room there is. Pure: groups and a size in, places out.

const RATIO = 1.4;
const LIFT = 14; // a card rises so far under the pointer
const NAME = 26;
const MARGIN = 24;
const GAP = 20;
const SHOWN = { mouse: 43, touch: 48 }; // of a card that the next one covers
const UPPER = 0.62; // of a card that the row below leaves open
const FOLDED = 0.5; // of a card that the next row of its own hand leaves open
const SMALLEST = 56;
const SAG = 0.01275; // of a fan's cards towards its ends

const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/**
 * All hands in one row or two, or each folded in two or three, whichever makes the cards larger; folded only where
 * nothing else fits, and null when there is no room at all.
 */
export function layHands(groups, w, h) {
  const fitting = (choices) => choices.filter(({ cardW }) => cardW >= SMALLEST);
  const rows = fitting([1, 2].map((count) => handRows(groups, count, w, h)));
  const choices = rows.length ? rows : fitting([2, 3].map((count) => foldedHands(groups, count, w, h)));
  if (!choices.length) return null;
  return choices.reduce((best, other) => (other.cardW > best.cardW ? other : best)).places;
}

/** Hands side by side, each in so many rows of its own. */
function foldedHands(groups, rows, w, h) {
  const column = (w - 2 * MARGIN) / groups.length;
  const room = column - 44;
  const across = Math.ceil(Math.max(...groups.map((group) => group.slots.length), 1) / rows);
  const high = h - LIFT - NAME - 26;
  const cardW = Math.min(112, high / (1 + FOLDED * (rows - 1)) / RATIO, room - (across - 1) * SHOWN.mouse);
  const places = groups.map((group, at) => {
    const cards = grid(group.slots.length, across, cardW, room, FOLDED * cardW * RATIO);
    const center = w / 2 + (at - (groups.length - 1) / 2) * column;
    const name = cardW * RATIO + FOLDED * cardW * RATIO * (rows - 1) + 8;
    const wider = (column - cards.width) / 2 - 4; // a name may be longer than a folded hand is wide
    return { x: center - cards.width / 2, y: LIFT, w: cards.width, cardW, places: cards.places, name, wider };
  });
  return { cardW, places };
}

function handRows(groups, rows, w, h) {
  const most = Math.max(...groups.map((group) => group.slots.length), 1);
  const across = Math.ceil(groups.length / rows);
  const column = (w - 2 * MARGIN) / across;
  const room = column - (column > 220 ? 44 : 8);
  const tall = rows === 1 ? h - NAME - LIFT - 26 : (h - LIFT - 2 * NAME - 12) / (1 + UPPER);
  const cardW = Math.min(rows === 1 ? 144 : 112, tall / RATIO, room - (most - 1) * SHOWN.mouse, room / 2.05);
  const down = Math.min(cardW * RATIO + NAME + 14, h - LIFT - NAME - cardW * RATIO - 10);
  const used = rows === 1 ? cardW * RATIO + NAME + LIFT + 26 : LIFT + NAME + down + cardW * RATIO + 10;
  const top = LIFT + Math.max(0, h - used) * 0.4;
  const flat = rows === 2 && down < cardW * RATIO + NAME; // turned cards would look out below the next row's names
  const places = groups.map((group, at) => {
    const row = Math.floor(at / across);
    const inRow = Math.min(across, groups.length - row * across);
    // Where the rows overlap the lower hands lie right below the upper ones, so that no name covers two of them.
    const center = w / 2 + (at - row * across - ((flat ? across : inRow) - 1) / 2) * column;
    const cards = fan(group.slots.length, cardW, room, 0.78, flat);
    const y = top + (rows === 1 ? 0 : NAME + row * down);
    const name = rows === 1 ? cardW * RATIO + cards.drop + 8 : -NAME;
    return { x: center - cards.width / 2, y, w: cards.width, cardW, places: cards.places, name };
  });
  return { cardW, places };
}

/** One group alone, in as many rows as make the cards largest. */
export function layOne(group, w, h, touch) {
  const shown = touch ? SHOWN.touch : SHOWN.mouse;
  const count = Math.max(group.slots.length, 1);
  const room = w - 16;
  let best = null;
  for (const rows of [1, 2, 3]) {
    const across = Math.ceil(count / rows);
    const tall = (h - LIFT - 18) / (rows === 1 ? RATIO + droop(count, 0.86) : RATIO * (1 + 0.5 * (rows - 1)));
    const wide = rows === 1 ? room - turnedRoom(count) : room;
    const cardW = Math.min(126, tall, wide - (across - 1) * shown, rows === 1 && count > 1 ? room / 2 : room);
    if (!best || cardW > best.cardW + 4) best = { rows, across, cardW };
  }
  const { rows, across, cardW } = best;
  const { places, width, drop } = rows === 1 ? fan(count, cardW, room - turnedRoom(count), 0.86) : grid(count, across, cardW, room, gridDown(count, across, cardW, h));
  const spare = Math.max(0, h - LIFT - 18 - cardW * RATIO - drop);
  return { x: (w - width) / 2, y: LIFT + spare * 0.4, w: width, cardW, places, name: null };
}

/** Two rows of two suits, jokers at the right; null when it would show too little of each card. */
export function layDeck(groups, w, h) {
  const jokers = groups.find((group) => !group.suit)?.slots.length ?? 0;
  const steps = Math.max(...groups.filter((group) => group.suit).map((group) => group.slots.length)) - 1;
  const columns = 2 * steps + Math.ceil(jokers / 2);
  const widest = (w - 2 * MARGIN - GAP - columns * SHOWN.mouse) / 2;
  const cardW = Math.min(120, (h - LIFT - 12) / (1 + UPPER) / RATIO, widest);
  if (cardW < SMALLEST) return null;
  const step = Math.min(cardW + 6, (w - 2 * MARGIN - GAP - 2 * cardW) / columns);
  const half = steps * step + cardW;
  const whole = 2 * half + GAP + Math.ceil(jokers / 2) * step;
  const down = Math.min(cardW * RATIO + 8, h - 12 - LIFT - cardW * RATIO);
  const left = (w - whole) / 2;
  const top = LIFT + Math.max(0, h - LIFT - 12 - down - cardW * RATIO) * 0.4;
  return groups.map((group) => {
    if (!group.suit) {
      const places = group.slots.map((_, at) => ({ x: Math.floor(at / 2) * step, y: (at % 2) * down, turn: 0 }));
      return { x: left + half + GAP + (steps + 1) * step, y: top, w: cardW, cardW, places, name: null };
    }
    const [row, column] = { S: [0, 0], H: [0, 1], D: [1, 0], C: [1, 1] }[group.suit];
    const places = group.slots.map((_, at) => ({ x: at * step, y: 0, turn: 0 }));
    return { x: left + column * (half + GAP), y: top + row * down, w: half, cardW, places, name: null };
  });
}

/** A fan: the middle card highest, few cards turned more than many, many or `flat` ones not at all. */
function fan(count, cardW, room, spread, flat = false) {
  const step = count > 1 ? Math.min(cardW * spread, (room - cardW) / (count - 1)) : 0;
  const turn = flat ? 0 : turned(count);
  const middle = (count - 1) / 2;
  const places = Array.from({ length: count }, (_, at) => {
    const off = at - middle;
    return { x: at * step, y: off * off * step * turn * SAG, turn: off * turn };
  });
  return { places, width: (count - 1) * step + cardW, drop: places[0]?.y ?? 0 };
}

/** Degrees from one card of a fan to the next. */
const turned = (count) => (count > 7 ? 0 : clamp(0, 20 / count, 7));

/** What the turned outer cards of a fan need at its sides. */
const turnedRoom = (count) => (turned(count) ? 22 : 0);

/** How far the outer cards of a fan hang, in widths of a card. */
const droop = (count, spread) => ((count - 1) / 2) ** 2 * spread * turned(count) * SAG;

function gridDown(count, across, cardW, h) {
  const rows = Math.ceil(count / across);
  return Math.min(cardW * RATIO + 8, (h - LIFT - 18 - cardW * RATIO) / (rows - 1));
}

/** Rows of so many cards, one `down` pixels below the other. */
function grid(count, across, cardW, room, down) {
  const step = across > 1 ? Math.min(cardW + 8, (room - cardW) / (across - 1)) : 0;
  const places = Array.from({ length: count }, (_, at) => (
    { x: (at % across) * step, y: Math.floor(at / across) * down, turn: 0 }
  ));
  const rows = Math.ceil(count / across);
  return { places, width: (Math.min(across, count) - 1) * step + cardW, drop: down * (rows - 1) };
}
