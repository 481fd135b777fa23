// Previews an answer: asks the box what it would make. The box notes nothing.

import { figures } from "/shared/js/words.js";
import { changed, preview } from "/phone/js/app.js";

/** The result of `order`: its total as `text`, its `state`, or why it is `refused`; null until the box has answered. */
export function weighed(sheet, order) {
  sheet.weighed ??= new Map();
  const name = JSON.stringify(order);
  if (!sheet.weighed.has(name)) {
    sheet.weighed.set(name, null);
    preview(order).then((answer) => {
      sheet.weighed.set(name, outcome(answer));
      changed();
    });
  }
  return sheet.weighed.get(name);
}

function outcome({ total, state = null, refused }) {
  return { state, text: typeof total === "number" ? figures(total) : "", refused: refused?.sentence ?? "" };
}
