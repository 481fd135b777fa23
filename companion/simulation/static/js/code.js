// The Data Matrix on a sticker (ISO/IEC 16022, ECC 200): 12 x 12 modules, five data codewords and seven for
// error correction, which is what a label's four characters need. A phone held to the screen reads it.

const SIZE = 12;
const INSIDE = SIZE - 2;
const DATA = 5;
const CHECKS = 7;
const PAD = 129;

/** Rows of modules, true is dark; the finder's L is at the left and at the bottom. */
export function codeModules(text) {
  const bits = place(withChecks(padded(text)));
  return Array.from({ length: SIZE }, (_, y) => Array.from({ length: SIZE }, (_, x) => {
    if (x === 0 || y === SIZE - 1) return true;
    if (y === 0) return x % 2 === 0;
    if (x === SIZE - 1) return y % 2 === 1;
    return bits[(y - 1) * INSIDE + x - 1];
  }));
}

function padded(text) {
  const words = Array.from(text, (sign) => sign.charCodeAt(0) + 1);
  if (words.length > DATA) throw new RangeError(`${text} does not fit a code of ${SIZE} modules`);
  if (words.length < DATA) words.push(PAD);
  while (words.length < DATA) words.push((PAD + ((149 * (words.length + 1)) % 253) + 1) % 254);
  return words;
}

// The field of 256 elements whose generator satisfies x^8 + x^5 + x^3 + x^2 + 1.
const POWER = [1];
while (POWER.length < 255) POWER.push(POWER.at(-1) & 128 ? (POWER.at(-1) << 1) ^ 301 : POWER.at(-1) << 1);
const LOG = Object.fromEntries(POWER.map((value, log) => [value, log]));
const times = (a, b) => (a && b ? POWER[(LOG[a] + LOG[b]) % 255] : 0);

function withChecks(words) {
  let generator = [1];
  for (let root = 1; root <= CHECKS; root += 1) {
    generator = [...generator, 0].map((term, at) => term ^ times(generator[at - 1] ?? 0, POWER[root]));
  }
  const rest = [...words, ...Array(CHECKS).fill(0)];
  for (let at = 0; at < words.length; at += 1) {
    const factor = rest[at];
    generator.forEach((term, offset) => { rest[at + offset] ^= times(term, factor); });
  }
  return [...words, ...rest.slice(words.length)];
}

/** Annex F's walk: codewords lie along diagonals, eight modules each, wrapped at the edges. */
function place(words) {
  const bits = Array(INSIDE * INSIDE).fill(null);
  const put = (row, column, word, bit) => {
    let [r, c] = [row, column];
    if (r < 0) { r += INSIDE; c += 4 - ((INSIDE + 4) % 8); }
    if (c < 0) { c += INSIDE; r += 4 - ((INSIDE + 4) % 8); }
    bits[r * INSIDE + c] = Boolean(words[word] & (1 << (8 - bit)));
  };
  const utah = (r, c, word) => {
    const shape = [[-2, -2], [-2, -1], [-1, -2], [-1, -1], [-1, 0], [0, -2], [0, -1], [0, 0]];
    shape.forEach(([down, right], at) => put(r + down, c + right, word, at + 1));
  };
  const last = INSIDE - 1;
  const corner = (word) => {
    const cells = [[last - 2, 0], [last - 1, 0], [last, 0], [0, last - 3], [0, last - 2], [0, last - 1], [0, last], [1, last]];
    cells.forEach(([r, c], at) => put(r, c, word, at + 1));
  };
  let [row, column, word] = [4, 0, 0];
  do {
    if (row === INSIDE - 2 && column === 0) { corner(word); word += 1; }
    do {
      if (row < INSIDE && column >= 0 && bits[row * INSIDE + column] === null) { utah(row, column, word); word += 1; }
      row -= 2; column += 2;
    } while (row >= 0 && column < INSIDE);
    row += 1; column += 3;
    do {
      if (row >= 0 && column < INSIDE && bits[row * INSIDE + column] === null) { utah(row, column, word); word += 1; }
      row += 2; column -= 2;
    } while (row < INSIDE && column >= 0);
    row += 3; column += 1;
  } while (row < INSIDE || column < INSIDE);
  if (bits[last * INSIDE + last] === null) {
    bits[last * INSIDE + last] = true;
    bits[(last - 1) * INSIDE + last - 1] = true;
  }
  return bits.map(Boolean);
}
