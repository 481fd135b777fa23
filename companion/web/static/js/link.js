// The page's websocket, on which the box tells and the page orders. Reconnects by itself, and at once when the page becomes visible.

const WAITS = [1, 2, 4, 8]; // s before each try
const WAIT_OFF = 30; // s between tries while the box is off, after the first ones: it may only start again
const FIRST = 6000; // ms without a message until the connection counts as lost, at first
const LATER = 4000; // ms, once the box has sent something: it does so every two seconds
const LOOK = 500; // ms between looks at the clock
const SWITCHED_OFF = 1001; // or its program stopped, in order
const OTHER_RIGHTS = 4001;

export class Link {
  #socket = null;
  #tries = 0;
  #opened = 0;
  #state;
  #told;
  #changed;
  #asked = new Map(); // by id, what gets the answer
  #id = 0;

  /**
   * @param {object} state `{is, since, heard, again}`, kept up to date
   * @param {(message: object) => void} told gets each message; the first on a line holds everything
   * @param {() => void} changed is called when `state` is another, and each half second while there is no word
   */
  constructor(state, told, changed) {
    [this.#state, this.#told, this.#changed] = [state, told, changed];
    for (const back of ["online", "focus", "pageshow"]) window.addEventListener(back, () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
    setInterval(() => this.look(), LOOK);
    this.open();
  }

  /** Connects now instead of later, unless the connection is fine. */
  hurry() {
    const silent = Date.now() - Math.max(this.#state.heard, this.#opened) > LATER;
    if (!this.#socket || silent) this.open();
  }

  /** Connects now in any case. */
  open() {
    this.drop();
    this.#state.again = 0;
    this.#opened = Date.now();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/line`);
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      this.#tries = 0;
      this.#state.heard = Date.now();
      if (message.id === undefined) {
        this.become("live");
        this.#told(message);
      } else this.#asked.get(message.id)?.({ ...message.answer, status: message.status });
    };
    socket.onclose = ({ code }) => {
      if (code === SWITCHED_OFF) this.become("off");
      if (code === OTHER_RIGHTS) this.open();
      else this.later();
    };
  }

  /** Checks the time: a silent connection is lost, and a due attempt is made. */
  look() {
    const { is, heard, since, again } = this.#state;
    const silence = Date.now() - (heard || since);
    if ((is === "live" && silence > LATER) || (is === "asking" && silence > FIRST)) this.become("lost");
    if (this.#socket && Date.now() - Math.max(heard, this.#opened) > (heard ? LATER : FIRST)) this.later();
    else if (!this.#socket && Date.now() >= again) this.open();
    if (this.#state.is !== "live") this.#changed();
  }

  /**
   * Sends a message to the box.
   * @returns {Promise<object>} the answer with its `status`, which is 0 without one
   */
  async send(message, patience) {
    const socket = this.#socket;
    if (!socket || socket.readyState > WebSocket.OPEN || this.#state.is !== "live") return { status: 0 };
    const id = (this.#id += 1);
    const send = () => this.#asked.has(id) && socket.send(JSON.stringify({ id, ...message }));
    return new Promise((answered) => {
      const end = setTimeout(() => this.#asked.get(id)?.({ status: 0 }), patience);
      this.#asked.set(id, (answer) => {
        clearTimeout(end);
        this.#asked.delete(id);
        answered(answer);
      });
      if (socket.readyState === WebSocket.OPEN) send();
      else socket.addEventListener("open", send); // the phone's rights changed a moment ago
    });
  }

  become(is) {
    if (this.#state.is === is) return;
    [this.#state.is, this.#state.since] = [is, Date.now()];
    this.#changed();
  }

  later() {
    this.drop();
    const last = this.#state.is === "off" ? WAIT_OFF : WAITS[WAITS.length - 1];
    const wait = WAITS[this.#tries] ?? last;
    this.#tries += 1;
    this.#state.again = Date.now() + wait * 1000;
    this.#changed();
  }

  drop() {
    if (!this.#socket) return;
    this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
    for (const answer of [...this.#asked.values()]) answer({ status: 0 });
  }
}
