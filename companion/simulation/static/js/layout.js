// Where cards lie in the room there is. Pure: groups and a size in, places out.

const RATIO = 1.4;
const LIFT = 12; // a card rises so far under the pointer
const NAME = 26;
const MARGIN = 24;
const GAP = 20;
const SHOWN = { mouse: 43, touch: 48 }; // of a card that the next one covers
const UPPER = 0.62; // of a card of the deck that the row below leaves open
const FOLDED = 0.5; // of a card that the next row of its own hand leaves open
const SMALLEST = 54;
const SPREAD = 0.78; // of a card, from one to the next in a fan
const UNDER = 6; // from a hand to its name
const FOOT = 2; // below the last name
const TURNED = 22; // what the turned outer cards of a fan need at its sides
const SAG = 0.01275; // of a fan's cards towards its ends

const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/** How hands lie: in so many rows of hands, and each hand in so many rows of cards. No hand lies on another. */
const WAYS = [{ rows: 1, folds: 1 }, { rows: 2, folds: 1 }, { rows: 1, folds: 2 }, { rows: 1, folds: 3 }];

/** All hands, in the way that makes the cards largest; folded only where nothing else fits. Null when there is no room. */
export function layHands(groups, w, h, touch) {
  const ways = waysToLay(groups, w, touch).map((way) => ({ ...way, cardW: Math.min(way.widest, way.fitting(h)) }));
  const fitting = ways.filter(({ cardW }) => cardW >= SMALLEST);
  const whole = fitting.filter(({ folds }) => folds === 1);
  const choices = whole.length ? whole : fitting;
  if (!choices.length) return null;
  const { cardW, rows, folds, flat, across, column, room, step, high } = choices.reduce((best, other) => (other.cardW > best.cardW ? other : best));
  const down = step(cardW);
  const each = (high(cardW) - FOOT) / rows;
  const top = LIFT + Math.max(0, h - high(cardW)) * 0.4;
  return groups.map((group, at) => {
    const row = Math.floor(at / across);
    const inRow = Math.min(across, groups.length - row * across);
    const count = group.slots.length;
    const cards = folds === 1 ? fan(count, cardW, room, SPREAD, flat) : grid(count, Math.ceil(longest(groups) / folds), cardW, room, down);
    const center = w / 2 + (at - row * across - (inRow - 1) / 2) * column;
    const name = folds === 1 ? cards.drop : down * (folds - 1);
    const wider = folds === 1 ? 0 : (column - cards.width) / 2 - 4; // a name may be longer than a folded hand is wide
    return { x: center - cards.width / 2, y: top + row * each, w: cards.width, cardW, places: cards.places, name: cardW * RATIO + name + UNDER, wider };
  });
}

/** The height that all hands need with the smallest cards; Infinity where the page is too narrow for them. */
export function leastHeight(groups, w, touch) {
  return Math.min(...waysToLay(groups, w, touch).filter(({ widest }) => widest >= SMALLEST).map(({ high }) => high(SMALLEST)));
}

const longest = (groups) => Math.max(...groups.map((group) => group.slots.length), 1);

/** Each of `WAYS` with its columns, the widest cards they have room for, and height and width of a card from each other. */
function waysToLay(groups, w, touch) {
  const shown = touch ? SHOWN.touch : SHOWN.mouse;
  return WAYS.map(({ rows, folds }) => {
    const across = Math.ceil(groups.length / rows);
    const column = (w - 2 * MARGIN) / across;
    const room = column - clamp(8, folds > 1 ? column - 146 : (column - 146) / 2, folds > 1 ? 20 : 44);
    const flat = rows > 1 || column - room < TURNED;
    const cards = Math.ceil(longest(groups) / folds);
    const widest = Math.min(rows * folds === 1 ? 144 : 112, room - (cards - 1) * shown, room / (folds === 1 ? 2.05 : 1));
    const hang = folds === 1 && !flat ? droop(cards, SPREAD) : 0;
    const besides = LIFT + UNDER + NAME;
    const step = (cardW) => Math.max(shown, FOLDED * cardW * RATIO);
    const high = (cardW) => rows * (besides + cardW * (RATIO + hang) + (folds - 1) * step(cardW)) + FOOT;
    const fitting = (h) => {
      const left = (h - FOOT) / rows - besides;
      return Math.min(left / (RATIO * (1 + FOLDED * (folds - 1)) + hang), (left - (folds - 1) * shown) / (RATIO + hang));
    };
    return { rows, folds, flat, across, column, room, widest, step, high, fitting };
  });
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
export function layDeck(groups, w, h, touch) {
  const shown = touch ? SHOWN.touch : SHOWN.mouse;
  const jokers = groups.find((group) => !group.suit)?.slots.length ?? 0;
  const steps = Math.max(...groups.filter((group) => group.suit).map((group) => group.slots.length)) - 1;
  const columns = 2 * steps + Math.ceil(jokers / 2);
  const widest = (w - 2 * MARGIN - GAP - columns * shown) / 2;
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

/** What the outer cards of a fan need at its sides. */
const turnedRoom = (count) => (turned(count) ? TURNED : 0);

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
