// Less frequent actions, only those that are possible now.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, closeSheet, goTo, isNow, openSheet, post, rule, say } from "/phone/js/app.js";
import { familyOf } from "/phone/js/families.js";
import { ownSeat } from "/phone/js/owner.js";
import { modeRow } from "/phone/js/voice.js";
import { tell } from "../keying.js";
import { canCount, invite, openCount, openJoin, openSelfTest, openSetting } from "../openers.js";
import { acted } from "../twice.js";
import { frame, leaveButton } from "./frame.js";

/** The list. */
export function moreSheet(sheet) {
  return frame({
    title: _("More"),
    refused: sheet.refused,
    body: groups().map(([title, rows]) => html`<section class="rows" aria-label=${title}><h3 class="heading" aria-hidden="true">${title}</h3>
      ${rows.filter(Boolean).map(([words, tap]) => html`<button type="button" class="button" @click=${tap}>${words}</button>`)}</section>`),
    foot: leaveButton(_("Close")),
  });
}

/** By what they are about, and in each group what is wanted most often first. */
function groups() {
  const { box, now, game, state } = app;
  const open = (kind) => () => {
    acted();
    openSheet({ kind });
  };
  const can = now?.can;
  const ofGame = [
    can?.forgot.length ? [_("Forgot to draw"), open("forgot")] : null,
    can?.show.length && game?.shows?.length ? [_("Show three of a rank"), open("shows")] : null,
    state && canCount() ? [_("Count chips"), openCount] : null,
    [_("Another game"), () => { closeSheet(); goTo("game"); }],
    state && familyOf(game).setsByHand ? [_("Change by hand"), () => openSetting()] : null,
  ];
  const ofPeople = [
    box?.director ? [_("The director has come"), () => callDirector(false)] : box?.floor ? [_("Call the director"), () => callDirector(true)] : null,
    state ? [_("Rename a player"), open("rename")] : null,
    can?.join ? [_("Player joins"), openJoin] : null,
    can?.seat ? [_("Player changes seat"), open("seat")] : null,
    can?.leave.length ? [_("Player leaves"), open("leave")] : null,
  ];
  const voice = modeRow(app);
  const ofScreens = [
    [_("Connect another phone"), invite],
    state ? [ownSeat(app) ? _("This phone is {player}’s", { player: ownSeat(app) }) : _("Whose phone is this?"), open("owner")] : null,
    voice ? [voice.words, () => rule(voice.order)] : null,
    app.voice ? [app.voice.learns ? _("Show the totals again") : _("Learn to add: hide the totals"), () => rule({ cmd: "learn", on: !app.voice.learns })] : null,
    [_("Show on a television"), () => { closeSheet(); goTo("wall"); }],
    [_("Test the box"), openSelfTest],
    [_("Keys of a keyboard"), open("help")],
    [_("Stop playing from this phone"), part],
  ];
  return [[_("This game"), ofGame], [_("People"), ofPeople], [_("Phones and screens"), ofScreens]].filter(([, rows]) => rows.some(Boolean));
}

/** Calls the director of the club night, or ends the call; every page then shows it. */
async function callDirector(calls) {
  acted();
  const answer = await post("/director", { calls });
  if (answer.status === 200) {
    closeSheet();
    say(calls ? _("The director is called") : _("The director has come"));
  } else tell(answer.problem);
}

/** Unpairs this phone. */
async function part() {
  const answer = await post("/part", {});
  closeSheet();
  if (answer.status === 200) {
    isNow({ rules: false, name: "" });
    say(_("This phone only watches now."));
  } else tell(answer.problem);
}
