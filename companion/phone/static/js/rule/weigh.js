// What an answer would make, asked of the box while the answer is still open. Nothing is noted anywhere.

import { changed, post } from "/phone/js/app.js";
import { figures } from "/phone/js/words.js";

/** What `order` would make: its total as `text`, or why it would be `refused`; null until the box has said. */
export function weighed(sheet, order) {
  sheet.weighed ??= new Map();
  const name = JSON.stringify(order);
  if (!sheet.weighed.has(name)) {
    sheet.weighed.set(name, null);
    post("/weigh", { order }).then((answer) => {
      sheet.weighed.set(name, outcome(answer));
      changed();
    });
  }
  return sheet.weighed.get(name);
}

function outcome({ total, refused }) {
  return { text: typeof total === "number" ? figures(total) : "", refused: refused?.sentence ?? "" };
}
