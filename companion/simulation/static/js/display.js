// The display: the pixels that its model decoded, each a square with one dark line beside it.

import { _ } from "/panel/shared/js/language.js";

const FINE = 2; // CSS pixels: below this there is no room for dark lines

export class Display {
  #canvas;
  #shown = { width: 128, height: 64, depth: 1, contrast: 1, on: false };
  #pixels = null;
  #stale = false;
  #size = 0;
  #square = 0;

  constructor(canvas) {
    this.#canvas = canvas;
  }

  /** Pixels across and down. */
  get extent() {
    const { width, height } = this.#shown;
    return { width, height };
  }

  /** Makes every pixel `multiple` CSS pixels wide, rounded down to whole pixels of the screen. */
  resize(multiple) {
    const density = window.devicePixelRatio || 1;
    const { width, height } = this.#shown;
    const size = Math.max(1, Math.floor(multiple * density + 0.001));
    [this.#size, this.#square] = [size, multiple < FINE || size === 1 ? size : size - Math.max(1, Math.round(size / 5))];
    this.#canvas.width = width * size;
    this.#canvas.height = height * size;
    this.#canvas.style.width = `${(width * size) / density}px`;
    this.#canvas.style.height = `${(height * size) / density}px`;
    this.#draw();
  }

  /** Shows what the box tells; whether it is a display of another size than before. */
  show(shown) {
    const before = this.#shown;
    this.#shown = shown;
    this.#pixels = Uint8Array.from(atob(shown.pixels), (sign) => sign.charCodeAt(0));
    this.#canvas.setAttribute("aria-label", shown.text || _("The display is dark"));
    this.#draw();
    return before.width !== shown.width || before.height !== shown.height;
  }

  /** While nothing is heard from the box every other pixel is left out: what may be old is not drawn solid. */
  set stale(stale) {
    this.#stale = stale;
    this.#draw();
  }

  #draw() {
    const pen = this.#canvas.getContext("2d");
    const { width, height, contrast, on } = this.#shown;
    pen.globalAlpha = 1;
    pen.fillStyle = "#05080a";
    pen.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    if (!this.#pixels || !on) return;
    const [size, square] = [this.#size, this.#square];
    pen.fillStyle = "#dff3ff";
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const level = this.#level(y * width + x);
        if (!level || (this.#stale && (x + y) % 2)) continue;
        pen.globalAlpha = (0.3 + 0.7 * contrast) * level;
        pen.fillRect(x * size, y * size, square, square);
      }
    }
  }

  /** How bright a pixel is, 0 to 1; the leftmost of a byte is in its highest bits. */
  #level(at) {
    const { depth } = this.#shown;
    const most = (1 << depth) - 1;
    const bit = at * depth;
    return ((this.#pixels[bit >> 3] >> (8 - depth - (bit & 7))) & most) / most;
  }
}
