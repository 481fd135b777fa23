// Where everything on the wall is, in its own lengths: it is 1080 high, and as wide as the screen's shape makes it. Pure.

import { octagon } from "../table/geometry.js";

export const HIGH = 1080;
export const RAIL = 40;
const LEAST = 1340; // a narrower screen shows the wall smaller, with something above and below it
const MAX_WALL_WIDTH = 2600;
const TOP = 263; // the middle of the uppermost seat
const APART = 66; // between two chevrons
const LENS = 156;

/** The wall on a screen of w x h pixels. */
export function frame(w, h) {
  const width = Math.round(Math.min(MAX_WALL_WIDTH, Math.max(LEAST, (HIGH * w) / Math.max(h, 1))));
  const cut = Math.round(width * 0.1286);
  return {
    width, cut,
    rim: octagon(0, 0, width, HIGH, cut),
    felt: octagon(RAIL, RAIL, width - 2 * RAIL, HIGH - 2 * RAIL, cut - RAIL * (2 - Math.SQRT2)),
    inner: Math.round(width * 0.14 + 150), // where the columns of the seats end
  };
}

/**
 * The seats of so many players, in two columns: on the right those whose light (`lit`, 0 at the top, then clockwise) is
 * there or at the bottom, on the left the others. Where each begins (`x`), which way it reads (`anchor`), its middle
 * (`y`), its `room`, how far the next one is `apart`, and where its light is.
 */
export function seats(count, lit, { width, cut, inner }) {
  const isRight = Array.from({ length: count }, (_, at) => {
    const place = count > lit.length ? (8 * at) / count : lit[at];
    return place > 0 && place <= 4;
  });
  const onRight = isRight.filter(Boolean).length;
  const onLeft = count - onRight;
  return Array.from({ length: count }, (_, at) => {
    const left = !isRight[at];
    const [row, rows] = left ? [(count - at) % count, onLeft] : [at - 1, onRight];
    const corner = rows > 1 && (row === 0 ? -1 : row === rows - 1 ? 1 : 0);
    const y = rows === 1 ? HIGH / 2 : TOP + (row * (HIGH - 2 * TOP)) / (rows - 1);
    const inset = corner ? Math.max(88, cut - 72) : 88;
    const apart = rows > 1 ? (HIGH - 2 * TOP) / (rows - 1) : HIGH;
    return {
      x: left ? inset : width - inset, y, anchor: left ? "start" : "end", room: inner - inset, apart,
      lens: lens(left, corner, y, { width, cut }, Math.min(LENS, apart - 40)),
    };
  });
}

function lens(left, corner, y, { width, cut }, length) {
  const aside = corner ? cut / 2 + (RAIL / 2) * Math.SQRT1_2 : RAIL / 2;
  const down = corner ? (corner < 0 ? aside : HIGH - aside) : y;
  return { x: left ? aside : width - aside, y: down, turn: corner ? (left ? -1 : 1) * -corner * 45 : 90, length, width: RAIL * 0.72 };
}

/** The chevrons of the rail, each `{x, y, turn}` for clockwise; none at a light. */
export function chevrons({ width, cut }, lights) {
  const points = [[cut, 0], [width - cut, 0], [width, cut], [width, HIGH - cut], [width - cut, HIGH], [cut, HIGH], [0, HIGH - cut], [0, cut]];
  return points.flatMap(([x1, y1], side) => {
    const [x2, y2] = points[(side + 1) % points.length];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const inside = length - RAIL * 0.83;
    const count = Math.max(1, Math.floor(inside / APART));
    return Array.from({ length: count }, (_, at) => {
      const along = length / 2 + ((at + 0.5) / count - 0.5) * inside;
      return { x: x1 + dx * along - (dy * RAIL) / 2, y: y1 + dy * along + (dx * RAIL) / 2, turn: (Math.atan2(dy, dx) * 180) / Math.PI };
    }).filter(({ x, y }) => lights.every((light) => Math.hypot(x - light.x, y - light.y) > light.length / 2 + 22));
  });
}

const STEP = 180000; // ms between two places
const PLACES = [[0, 0], [2, 0], [2, 2], [0, 2]]; // px

/** How far everything is moved at a time in ms, in px of the screen: a picture that stands still burns in. */
export const drift = (ms) => PLACES[Math.floor(ms / STEP) % PLACES.length];

/** ms until it is moved again. */
export const untilDrift = (ms) => STEP - (ms % STEP);
