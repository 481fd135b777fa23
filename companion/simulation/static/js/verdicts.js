// The verdict lights, which stay lit a little longer for whoever has asked for less motion.

import { still } from "/panel/shared/js/motion.js";

const LONGER = 2000;

export class Verdicts {
  #lit = { accepted: -Infinity, refused: -Infinity };
  #again;

  /** `again()` is called when a light that was kept lit is to go out. */
  constructor(again) {
    this.#again = again;
  }

  /** The lights as they are to be shown now. */
  shown(lights) {
    const now = performance.now();
    const shown = { ...lights };
    for (const name of Object.keys(this.#lit)) {
      const left = this.#lit[name] + LONGER - now;
      if (lights[name]) this.#lit[name] = now;
      else if (still() && left > 0 && !lights.accepted && !lights.refused) {
        shown[name] = true;
        setTimeout(this.#again, left);
      }
    }
    return shown;
  }
}
