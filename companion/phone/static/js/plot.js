// A canvas with two scales and stepped lines: what charts are drawn on.

/** Draws below the lines, the lines, and above them, at once and with each `redraw`. Positions are in CSS pixels. */
export class Plot {
  #canvas = document.createElement("canvas");
  #lines;
  #under;
  #over;

  /**
   * @param {HTMLElement} place gets the canvas
   * @param {object} sizes `width` and `height`; `left`, `right`, `top` and `bottom`, the room beside the lines; what
   *   stands at their edges: `steps` on the right, `low` and `high`
   * @param {{values: (number|null)[], tone: () => string, width: number, dash: number[]}[]} lines a value for each step
   * @param {(plot: Plot) => void} under draws before the lines
   * @param {(plot: Plot) => void} over draws after them
   */
  constructor(place, sizes, lines, under, over) {
    Object.assign(this, sizes);
    [this.#lines, this.#under, this.#over] = [lines, under, over];
    Object.assign(this.#canvas.style, { display: "block", width: `${this.width}px`, height: `${this.height}px` });
    this.ctx = this.#canvas.getContext("2d");
    place.append(this.#canvas);
    this.redraw();
  }

  /** How wide the lines may be. */
  get span() {
    return this.width - this.left - this.right;
  }

  x(step) {
    return this.left + (step / this.steps) * this.span;
  }

  y(value) {
    const { top, bottom, height, low, high } = this;
    return top + ((high - value) / (high - low)) * (height - top - bottom);
  }

  /** Draws everything again, as when letters have come or colours are others. */
  redraw() {
    const { ctx } = this;
    const density = window.devicePixelRatio;
    this.#canvas.width = Math.round(this.width * density); // which clears it as well
    this.#canvas.height = Math.round(this.height * density);
    ctx.scale(density, density);
    this.#under(this);
    for (const line of this.#lines) this.#draw(line);
    this.#over(this);
  }

  destroy() {
    this.#canvas.remove();
  }

  /** A line keeps its value until the next step; where it has none there is a gap. */
  #draw({ values, tone, width, dash }) {
    const { ctx } = this;
    ctx.save();
    [ctx.strokeStyle, ctx.lineWidth, ctx.lineJoin] = [tone(), width, "round"];
    ctx.setLineDash(dash);
    ctx.beginPath();
    let before = null;
    values.forEach((value, step) => {
      if (value !== null && before === null) ctx.moveTo(this.x(step), this.y(value));
      if (value !== null && before !== null) {
        ctx.lineTo(this.x(step), this.y(before));
        ctx.lineTo(this.x(step), this.y(value));
      }
      before = value;
    });
    ctx.stroke();
    ctx.restore();
  }
}
