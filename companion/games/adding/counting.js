// Animates the total through a few figures, unless motion is reduced.

import { mark, still } from "/shared/js/motion.js";
import { changed } from "/phone/js/app.js";

const FIGURES = 4;
const WHOLE = 240; // ms

let run = null;

/** The figure to show now on the way to `total`; another game starts at its own total. */
export function counting(total, game) {
  if (run?.game !== game) run = { game, steps: [total], began: 0 };
  if (last(run.steps) !== total) {
    const from = shown();
    // A total that the player has still to call is no number.
    run = { game, steps: Number.isInteger(from) && Number.isInteger(total) ? between(from, total) : [total], began: performance.now() };
    if (still()) requestAnimationFrame(() => document.querySelectorAll(".board .total").forEach(mark));
  }
  const figure = shown();
  if (figure !== total) requestAnimationFrame(changed);
  return figure;
}

function shown() {
  const { steps, began } = run;
  if (still()) return last(steps);
  return steps[Math.min(steps.length - 1, Math.floor(((performance.now() - began) / WHOLE) * FIGURES))];
}

function between(from, to) {
  const steps = Array.from({ length: FIGURES }, (_, at) => Math.round(from + ((to - from) * (at + 1)) / FIGURES));
  return [...new Set(steps)];
}

const last = (steps) => steps[steps.length - 1];
