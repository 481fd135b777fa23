() => {
  // What cannot be read on the page as it lies now: words that a box cuts above, below or without an ellipsis,
  // words that are broken in two without a hyphen, words that lie on one another.
  const FINE = 32; // the pen measures whole pixels: letters so much larger give parts of them
  const SLACK = 0.5; // px
  const pen = document.createElement("canvas").getContext("2d");
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest(".unseen, [hidden], svg, option") && getComputedStyle(element).color !== "rgba(0, 0, 0, 0)";

  // The boxes around an element that show only a part of it, the nearest first.
  const clipsOf = (element) => {
    const clips = [];
    for (let above = element; above !== document.body; above = above.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(above);
      if (overflowX !== "visible") {
        const { left, right, top } = above.getBoundingClientRect();
        const edge = top + above.clientTop;
        const scrolls = /auto|scroll/.test(overflowX + overflowY);
        clips.push({ left, right, top: edge, bottom: edge + above.clientHeight, scrolls, isShort: textOverflow === "ellipsis" || webkitLineClamp !== "none" });
      }
      if (position === "fixed") break;
    }
    return clips;
  };

  const words = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text, currentNode: { parentElement: element } } = texts;
    if (!isSeen(element)) continue;
    pen.font = getComputedStyle(element).font.replace(/([\d.]+)px/, (_, size) => `${size * FINE}px`);
    for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const [line, ...more] = [...range.getClientRects()].filter(({ width }) => width);
      if (!line) continue;
      const { fontBoundingBoxAscent, actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(word);
      const baseline = line.top + Math.round(fontBoundingBoxAscent / FINE);
      words.push({
        word: `${element.closest("[class], [id]")?.className || element.tagName}: ${word}`, element, clips: clipsOf(element),
        baseline, top: baseline - actualBoundingBoxAscent / FINE, bottom: baseline + actualBoundingBoxDescent / FINE,
        left: line.left, right: line.right, isBroken: more.some(({ top }) => top > line.top + 1) && !/[-–\/]/.test(word),
      });
    }
  }

  const cut = [];
  for (const { word, clips, baseline, top, bottom, right } of words) {
    for (const clip of clips) {
      if (clip.scrolls || baseline <= clip.top || (top + baseline) / 2 >= clip.bottom) break; // the whole line is out of sight
      if (bottom > clip.bottom + SLACK) cut.push(`${word} by ${(bottom - clip.bottom).toFixed(1)} below`);
      if (top < clip.top - SLACK) cut.push(`${word} by ${(clip.top - top).toFixed(1)} above`);
      if (clip.isShort) break;
      if (right > clip.right + SLACK) cut.push(`${word} by ${(right - clip.right).toFixed(1)} at its side`);
    }
  }

  const layer = (element) => element.closest("nav, dialog");
  const inSight = words.map(({ word, element, clips, ...box }) => ({
    word, element,
    left: Math.max(box.left, ...clips.map(({ left }) => left)), right: Math.min(box.right, ...clips.map(({ right }) => right)),
    top: Math.max(box.top, ...clips.map(({ top }) => top)), bottom: Math.min(box.bottom, ...clips.map(({ bottom }) => bottom)),
  }));
  const colliding = inSight.flatMap((one, at) => inSight.slice(at + 1)
    .filter((other) => other.element !== one.element && layer(other.element) === layer(one.element)
      && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1)
    .map((other) => `${one.word} on ${other.word}`));

  return { cut, broken: words.filter(({ isBroken }) => isBroken).map(({ word }) => word), colliding };
}
