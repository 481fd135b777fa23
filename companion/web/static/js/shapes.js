// Drawn shapes: suits in a square of 24, and the creation of SVG elements.

const SVG = "http://www.w3.org/2000/svg";

export const SUIT_PATHS = {
  S: "M12 1.5C15 6 22 9.5 22 14.5C22 17.3 19.9 19 17.5 19C15.6 19 14 18 13 16.6C13.2 19.2 14 21 16 22.5H8C10 21 10.8 19.2 11 16.6C10 18 8.4 19 6.5 19C4.1 19 2 17.3 2 14.5C2 9.5 9 6 12 1.5Z",
  H: "M12 22C4 15 2 11.5 2 8C2 4.9 4.3 2.8 7 2.8C9.2 2.8 11 4 12 6C13 4 14.8 2.8 17 2.8C19.7 2.8 22 4.9 22 8C22 11.5 20 15 12 22Z",
  D: "M12 1.5C14.5 5.5 17 8.7 20.5 12C17 15.3 14.5 18.5 12 22.5C9.5 18.5 7 15.3 3.5 12C7 8.7 9.5 5.5 12 1.5Z",
  C: "M12 1.7a4.9 4.9 0 0 1 3.6 8.2 4.9 4.9 0 1 1-2.5 7.2c.2 2.3 1.1 4.1 2.9 5.4H8c1.8-1.3 2.7-3.1 2.9-5.4a4.9 4.9 0 1 1-2.5-7.2A4.9 4.9 0 0 1 12 1.7Z",
  X: "M12 1.5l3.1 7 7.6.8-5.7 5.1 1.6 7.5L12 18.1l-6.6 3.8 1.6-7.5-5.7-5.1 7.6-.8Z",
};

/** The winner's crown, 24 wide and 16.4 high. */
export const CROWN = "M0 3.7L5.7 8L12 0L18.3 8L24 3.7L21.5 16.4H2.5Z";

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A suit (or the joker's star) as a picture, sized by the surrounding text. */
export function suitPicture(suit) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SUIT_PATHS[suit] }));
}
