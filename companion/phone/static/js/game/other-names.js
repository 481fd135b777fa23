// Other names for players of games already played, which the box writes: until it has, it is asked how far it is.

import { changed, post } from "/phone/js/app.js";
import { loadPeople } from "./people.js";

/** Asks for it and returns the last answer; `heard({done, games})` gets those before it. */
export async function write(path, body, heard = () => {}) {
  for (;;) {
    const answer = await post(path, body);
    if (answer.status !== 200 || answer.games === undefined) {
      await loadPeople(true);
      return answer;
    }
    heard(answer);
    changed();
  }
}
