// Reduced motion: whether it is requested, and what replaces animations.

const MARKED = 1000;

/** Whether the reader has asked for reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Outlines an element for a second in place of an animation. */
export function mark(element) {
  element.classList.add("changed");
  setTimeout(() => element.classList.remove("changed"), MARKED);
}
