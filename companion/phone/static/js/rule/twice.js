// A finger that taps twice: the second tap of a double tap, at the place where the first one has ruled
// or opened something, is not a second answer.

const SOON = 350; // ms; a double tap is quicker than this, a second play is not
const NEAR = 32; // px

let last = null;

/** Told by whatever a tap has set off: the next tap at the same place, at once, counts for nothing. */
export function acted() {
  if (last) last.acted = true;
}

document.addEventListener("click", (event) => {
  // A click without a place is a key's, and a key that is held is let through nowhere (see keyboard.js).
  if (event.detail === 0) {
    last = null;
    return;
  }
  const now = event.timeStamp; // when it was tapped: a busy phone deals with it later
  const isAgain = last?.acted && now - last.at < SOON
    && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;
  if (isAgain) {
    event.stopPropagation();
    event.preventDefault();
    return;
  }
  last = { x: event.clientX, y: event.clientY, at: now, acted: false };
}, true);
