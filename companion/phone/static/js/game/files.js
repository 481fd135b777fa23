// Variant files: share one, or load one from somebody else.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed, interrupt, post, say } from "/phone/js/app.js";
import { wide } from "/phone/js/layout.js";
import { loadShelf } from "./asking.js";
import { openEditor } from "./editor.js";
import { choose } from "./set-up.js";

const LARGEST = 60 * 1024; // bytes; the box's own limit

/** The result of the last file; `again` is the file that would replace another. */
const last = { said: "", isBad: false, again: null };

/** Shares the selected variant, edits one's own, loads a file. */
export function filesGroup(game) {
  return html`<details class="group files" ?open=${wide.matches || !app.me.rules || last.said !== ""}><summary class="heading">${_("Games as files")}</summary>
    <div class="doing">
      ${game ? html`<a class="button" href=${`/games/${encodeURIComponent(game.name)}.toml`} download=${`${game.name}.toml`}>${_("Share {game}", { game: game.title })}</a>` : nothing}
      ${app.me.rules && game?.own ? html`<button type="button" class="button" @click=${() => openEditor(game.name, {}, { itself: true })}>${_("Change {game}", { game: game.title })}</button>` : nothing}
      ${app.me.rules ? html`<label class="button file">${_("Load a game")}<input type="file" class="unseen" accept=".toml,application/toml,text/plain" @change=${chosen}></label>` : nothing}
    </div>
    ${last.said ? html`<p class=${last.isBad ? "not-yet" : "secondary"}>${last.said}</p>` : nothing}
    ${last.again ? html`<div class="doing"><button type="button" class="button" @click=${() => load(last.again, true)}>${_("Replace it")}</button>
      <button type="button" class="button" @click=${leave}>${_("Leave it")}</button></div>` : nothing}
  </details>`;
}

async function chosen({ target }) {
  const [file] = target.files;
  target.value = "";
  if (!file) return;
  if (file.size > LARGEST) tell(_("{file} is not a game: it is larger than {size} KiB.", { file: file.name, size: LARGEST / 1024 }), true);
  else load({ file: file.name, text: await file.text() });
}

async function load(file, replace = false) {
  last.again = null;
  const answer = await post("/games/save", { ...file, replace });
  if (answer.status === 200) {
    await loadShelf();
    choose(answer.name);
    tell(_("{file} was added to your games.", { file: file.file }));
  } else {
    last.again = answer.exists ? file : null;
    tell(answer.problem, true);
  }
}

function leave() {
  [last.again, last.said] = [null, ""];
  changed();
}

function tell(said, isBad = false) {
  [last.said, last.isBad] = [said, isBad];
  (isBad ? interrupt : say)(said);
  changed();
}
