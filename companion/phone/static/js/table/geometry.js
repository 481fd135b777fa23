// Positions of everything on the board, in CSS pixels. Pure: numbers in, numbers and paths out.

const PLACES = 8; // sides of the box: 0 at the top, then clockwise
const APART = 27; // px between two chevrons, about
const ROUND = 7; // px, radius of the octagon's corners

/**
 * @param {number} w of the board
 * @param {number} h of the board
 * @param {boolean} wide whether it stands on a desk
 * @param {number} cut off each corner
 */
export function geometry(w, h, wide, cut = wide ? Math.min(h, w) * 0.28 : w * 0.25) {
  const rail = wide ? Math.max(22, Math.min(26, h * 0.044)) : Math.max(14, Math.min(20, w * 0.049));
  const inner = cut - rail * (2 - Math.SQRT2);
  return {
    w, h, rail, cut,
    unit: wide ? 1 : Math.max(0.86, Math.min(1.6, w / 328)),
    rim: octagon(0, 0, w, h, cut),
    felt: octagon(rail, rail, w - 2 * rail, h - 2 * rail, inner),
    lens: { length: wide ? 70 : Math.min(42, w * 0.128), width: rail * 0.75 },
    sides: Array.from({ length: PLACES }, (_, place) => side(corners(0, 0, w, h, cut), place, rail)),
  };
}

/** The middle of a side of the rail, its length, and how far it is turned: clockwise is straight on. */
function side(points, place, rail) {
  const [[x1, y1], [x2, y2]] = [points[place], points[(place + 1) % PLACES]];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  return {
    length, dx, dy,
    x: (x1 + x2) / 2 - (dy * rail) / 2,
    y: (y1 + y2) / 2 + (dx * rail) / 2,
    turn: (Math.atan2(dy, dx) * 180) / Math.PI,
  };
}

/** The chevrons on the rail, each `{x, y, turn}`; none at a light. */
export function chevrons({ sides, lens, rail }, lit) {
  return sides.flatMap(({ x, y, dx, dy, length, turn }, place) => {
    const inside = length - rail * 0.83; // the rail's middle is shorter than its rim
    const count = Math.floor(length / APART);
    const offsets = Array.from({ length: count }, (_, at) => ((at + 0.5) / count - 0.5) * inside);
    const free = lit.includes(place) ? lens.length / 2 + 9 : 0;
    return offsets
      .filter((offset) => Math.abs(offset) >= free)
      .map((offset) => ({ x: x + dx * offset, y: y + dy * offset, turn }));
  });
}

/** The place of a seat when the table is turned by `by` sides. */
export function turned(place, by) {
  return (place + by + PLACES) % PLACES;
}

function corners(x, y, w, h, cut) {
  const [right, bottom] = [x + w, y + h];
  return [
    [x + cut, y], [right - cut, y], [right, y + cut], [right, bottom - cut],
    [right - cut, bottom], [x + cut, bottom], [x, bottom - cut], [x, y + cut],
  ];
}

/** The outline of an octagon with rounded corners, as a path. */
export function octagon(x, y, w, h, cut) {
  const points = corners(x, y, w, h, cut);
  return `${points.map((point, at) => {
    const [before, after] = [points[(at + 7) % 8], points[(at + 1) % 8]];
    return `${at ? "L" : "M"}${near(point, before)}Q${point.map(short)} ${near(point, after)}`;
  }).join("")}Z`;
}

function near([x, y], [tox, toy]) {
  const share = ROUND / Math.hypot(tox - x, toy - y);
  return [x + (tox - x) * share, y + (toy - y) * share].map(short);
}

const short = (length) => Math.round(length * 10) / 10;
