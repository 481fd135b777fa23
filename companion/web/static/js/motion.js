// Whether motion is wanted, and what stands in its place where it is not.

const MARKED = 1000;

/** Whether the reader of the page has asked for less motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Outlines for a second what has changed without moving. */
export function mark(element) {
  element.classList.add("changed");
  setTimeout(() => element.classList.remove("changed"), MARKED);
}
