// Confirms a bust. If the hand is shown, its cards are entered, and the last one submits it.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { whichWords } from "/shared/js/card-words.js";
import { figures } from "/shared/js/words.js";
import { app } from "/phone/js/app.js";
import { cardFace } from "/phone/js/cards.js";
import { send, suitCounts } from "/phone/js/rule/keying.js";
import { blocked, pressed, rankKeys, suitKeys } from "/phone/js/rule/keys.js";
import { frame, leaveButton, next } from "/phone/js/rule/sheets/frame.js";

/** "Bo busts at 97?", and the shown hand. */
export function bustsSheet(sheet) {
  return sheet.shown ? handSheet(sheet) : askSheet(sheet);
}

function askSheet(sheet) {
  const { turn, total, players } = app.state;
  const holds = players.find(({ name }) => name === turn)?.cards ?? 0;
  return frame({
    title: _("{player} busts at {total}?", { player: turn, total: figures(total) }),
    text: app.now.bust,
    refused: sheet.refused,
    body: html`<div class="answers">
      <button type="button" class=${pressed("button bust", "bust")} aria-disabled=${blocked()} data-first
        @click=${() => send({ cmd: "bust" }, "bust")}>${_("{player} busts", { player: turn })}</button>
      ${holds ? html`<button type="button" class="button" @click=${() => next(sheet, { shown: [], step: "hand" })}>${_("Show the hand")}</button>` : nothing}
    </div>`,
    foot: leaveButton(_("No bust")),
  });
}

function handSheet(sheet) {
  const { turn, players } = app.state;
  const holds = players.find(({ name }) => name === turn)?.cards ?? 0;
  const { shown, rank } = sheet;
  const lay = (card, control) => {
    next(sheet, { shown: [...shown, card], rank: undefined, step: "hand" });
    if (shown.length + 1 >= holds) send({ cmd: "bust", hand: sheet.shown }, control, { stays: true });
  };
  const tap = (of, control) => {
    if (shown.length >= holds) next(sheet, { refused: sheet.refused });
    else if (suitCounts(of)) next(sheet, { rank: of, step: "suit" });
    else lay(of, control);
  };
  return frame({
    title: rank ? whichWords(rank) : _("{player}’s hand", { player: turn }),
    text: ngettext("{shown} of {n} card; the last one judges", "{shown} of {n} cards; the last one judges", holds, { shown: shown.length }),
    refused: sheet.refused,
    body: html`<p class="shown">${shown.map((card) => cardFace(card))}${Array.from({ length: Math.max(0, holds - shown.length) }, () => html`<i class="gap"></i>`)}</p>
      ${rank ? html`<div class="keys suits">${suitKeys({ tap: (suit, control) => lay(rank + suit, control) })}</div>`
        : html`<div class="keys ranks small" role="group" aria-label=${_("Ranks")}>${rankKeys({ keys: app.game.keys.map((key) => ({ ...key, does: "" })), tap, about: "shown" })}</div>`}`,
    foot: html`${leaveButton(_("No bust"))}<button type="button" class="button" @click=${() => next(sheet, lessOf(sheet))}>${_("Remove card")}</button>`,
  });
}

const lessOf = ({ shown, rank }) => (rank ? { rank: undefined, step: "hand" }
  : { shown: shown.length ? shown.slice(0, -1) : null, step: shown.length ? "hand" : "" });
