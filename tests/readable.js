() => {
  // What cannot be read or tapped on the page as it is now. Words: cut by a box above, below or without an ellipsis,
  // broken in two without a hyphen, or drawn on one another; columns narrower than three letters; names of at most five
  // letters with an ellipsis; what a script says of a value that it does not have. The page: wider than its window, tabs outside of it, controls under other things.
  const FINE = 32; // the pen measures whole pixels: letters so much larger give parts of them
  const SLACK = 0.5; // px
  const LEAST = 3; // letters, in a column
  const SHORT = 5; // letters, of a name that is never shortened
  const pen = document.createElement("canvas").getContext("2d");
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest(".unseen, [hidden], svg, option") && getComputedStyle(element).color !== "rgba(0, 0, 0, 0)"
    && getComputedStyle(element).clipPath !== "inset(50%)";

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
      const isSplit = more.some(({ top }) => top > line.top + 1);
      const mayBreak = /[-–\/]/.test(word);
      const widths = [line, ...more].map(({ width }) => width);
      const longest = (Math.max(...widths) / widths.reduce((sum, width) => sum + width)) * word.length; // letters in a line
      const { fontBoundingBoxAscent, actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(word);
      const baseline = line.top + Math.round(fontBoundingBoxAscent / FINE);
      words.push({
        word: `${element.closest("[class], [id]")?.className || element.tagName}: ${word}`, element, clips: clipsOf(element),
        baseline, top: baseline - actualBoundingBoxAscent / FINE, bottom: baseline + actualBoundingBoxDescent / FINE,
        left: line.left, right: line.right, isNarrow: isSplit && !mayBreak && longest < Math.min(LEAST, word.length) - 0.5, isBroken: isSplit && !mayBreak,
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

  const shown = document.querySelector("dialog[open]") ?? document;
  const shortened = [...shown.querySelectorAll("*")].filter((element) => element.scrollWidth > element.clientWidth
    && getComputedStyle(element).textOverflow === "ellipsis" && isSeen(element));
  const leastOf = (element) => {
    pen.font = getComputedStyle(element).font;
    return pen.measureText(element.textContent.trim().slice(0, LEAST)).width;
  };
  const named = (element) => `${element.closest("[class], [id]")?.className || element.tagName}: ${element.textContent.replace(/\s+/g, " ").trim()}`;
  const narrow = [
    ...words.filter(({ element, isNarrow }) => isNarrow && shown.contains(element)).map(({ word }) => word),
    ...shortened.filter((element) => element.clientWidth < leastOf(element)).map(named),
  ];

  const { documentElement: root } = document;
  const wider = [root, ...document.querySelectorAll("dialog[open]")].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ tagName, scrollWidth, clientWidth }) => `${tagName.toLowerCase()} by ${scrollWidth - clientWidth}`);
  const outside = [...document.querySelectorAll("nav a")].filter(isSeen).filter((tab) => {
    const { left, right, bottom } = tab.getBoundingClientRect();
    return left < 0 || right > innerWidth || (getComputedStyle(tab.parentElement).position === "fixed" && bottom > innerHeight);
  }).map(named);

  // Where the keyboard's focus, or a finger that scrolls, brings a control, nothing else is on it.
  const place = [scrollX, scrollY, shown.scrollTop];
  const covered = [];
  const above = (control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return over && (control.contains(over) || over.closest("label")?.contains(control)) ? "" : over ? named(over).slice(0, 40) : "the window";
  };
  for (const control of shown.querySelectorAll("a[href], button, select, summary, input:not([type=file])")) {
    if (!isSeen(control) || !above(control)) continue;
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (above(control)) covered.push(`${named(control)} by ${above(control)}`);
  }
  scrollTo(...place);
  if (shown !== document) [, , shown.scrollTop] = place;

  const unsaid = words.map(({ word }) => word).filter((word) => /undefined|NaN|null$|\[object/.test(word));

  return {
    unsaid, cut, broken: words.filter(({ isBroken }) => isBroken).map(({ word }) => word), colliding,
    narrow, wider, outside, covered, shortened: shortened.filter((element) => element.textContent.trim().length <= SHORT).map(named),
  };
}
