// Draws templates in an element. A browser that translates a page replaces and moves text nodes, so lit-html would change nodes
// that the page no longer has. After such a change the next drawing starts from nothing.

import { render } from "/shared/lib/lit-html/lit-html.js";

const DRAWN = "_$litPart$"; // the property in which lit-html stores what it has drawn in an element

/** Returns a function that draws a template in `element`. */
export function drawingIn(element) {
  let isChanged = false;
  const seen = (changes) => {
    isChanged ||= changes.some(isOfText);
  };
  const observer = new MutationObserver(seen);
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  return (template) => {
    seen(observer.takeRecords());
    if (isChanged) {
      element.replaceChildren();
      delete element[DRAWN];
    }
    render(template, element);
    observer.takeRecords(); // its own changes
    isChanged = false;
  };
}

function isOfText({ type, addedNodes, removedNodes }) {
  return type === "characterData" || [...addedNodes, ...removedNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
}
