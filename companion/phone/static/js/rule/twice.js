// Ignores the second tap of a double tap, at the place where the first one has ordered or opened something.

const SOON = 350; // ms; a double tap is faster, a second play slower
const NEAR = 32; // px

let last = null;

/** Called after a tap has acted: the next tap at the same place shortly after is ignored. */
export function acted() {
  if (last) last.acted = true;
}

document.addEventListener("click", (event) => {
  // A click without coordinates comes from a key, and keyboard.js ignores held keys.
  if (event.detail === 0) {
    last = null;
    return;
  }
  const now = event.timeStamp; // the time of the tap, which a busy phone handles later
  const isAgain = last?.acted && now - last.at < SOON
    && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;
  if (isAgain) {
    event.stopPropagation();
    event.preventDefault();
    return;
  }
  last = { x: event.clientX, y: event.clientY, at: now, acted: false };
}, true);
