// The display: the 1024 bytes that its model decoded, each pixel a square with one dark line beside it.

const WIDTH = 128;
const HEIGHT = 64;

export class Display {
  #canvas;
  #pixels = null;
  #contrast = 1;
  #on = false;
  #stale = false;
  #size = 0;

  constructor(canvas) {
    this.#canvas = canvas;
  }

  /** Makes every pixel `multiple` CSS pixels wide, rounded down to whole pixels of the screen. */
  resize(multiple) {
    const density = window.devicePixelRatio || 1;
    this.#size = Math.max(1, Math.floor(multiple * density));
    this.#canvas.width = WIDTH * this.#size;
    this.#canvas.height = HEIGHT * this.#size;
    this.#canvas.style.width = `${(WIDTH * this.#size) / density}px`;
    this.#canvas.style.height = `${(HEIGHT * this.#size) / density}px`;
    this.#draw();
  }

  show({ pixels, contrast, on, text }) {
    this.#pixels = Uint8Array.from(atob(pixels), (sign) => sign.charCodeAt(0));
    this.#contrast = contrast;
    this.#on = on;
    this.#canvas.setAttribute("aria-label", text || "The display is dark");
    this.#draw();
  }

  /** While nothing is heard from the box every other pixel is left out: what may be old is not drawn solid. */
  set stale(stale) {
    this.#stale = stale;
    this.#draw();
  }

  #draw() {
    const pen = this.#canvas.getContext("2d");
    pen.globalAlpha = 1;
    pen.fillStyle = "#05080a";
    pen.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    if (!this.#pixels || !this.#on) return;
    const size = this.#size;
    const square = size > 1 ? size - Math.max(1, Math.round(size / 5)) : 1;
    pen.globalAlpha = 0.3 + 0.7 * this.#contrast;
    pen.fillStyle = "#dff3ff";
    for (let y = 0; y < HEIGHT; y += 1) {
      for (let x = 0; x < WIDTH; x += 1) {
        const lit = this.#pixels[y * (WIDTH / 8) + (x >> 3)] & (128 >> (x & 7));
        if (lit && !(this.#stale && (x + y) % 2)) pen.fillRect(x * size, y * size, square, square);
      }
    }
  }
}
