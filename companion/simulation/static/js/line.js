// The line to the box: a websocket that comes back by itself.

const WAITS = [1, 2, 4, 8]; // s, each time nothing is known of the box
const WAIT_OFF = 30; // s, while it is switched off
const SWITCHED_OFF = 1001; // the box says goodbye

export class Line {
  #socket = null;
  #tries = 0;
  #again = 0;
  #isOff = false;
  #heard;
  #lost;

  /**
   * `heard(parts)` gets what has changed; `lost(isOff)` is called once each time the line ends: broken, or
   * because the box has been switched off. Then it is asked rarely, and whenever somebody comes back to the page.
   */
  constructor(heard, lost) {
    this.#heard = heard;
    this.#lost = lost;
    this.#open();
    window.addEventListener("focus", () => {
      if (this.#isOff && this.#socket.readyState === WebSocket.CLOSED) this.#open();
    });
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  press(name, down) {
    this.#send({ type: "key", name, down });
  }

  pass(label) {
    this.#send({ type: "card", label });
  }

  type(text) {
    this.#send({ type: "line", text });
  }

  name(player, name) {
    this.#send({ type: "name", player, name });
  }

  /** `level` is how well bots play the other seats, "" for not at all. */
  others(level) {
    this.#send({ type: "others", level });
  }

  #send(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    clearTimeout(this.#again);
    const socket = new WebSocket(`ws://${location.host}/panel/line`);
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      [this.#tries, this.#isOff] = [0, false];
      this.#heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", ({ code }) => {
      this.#isOff ||= code === SWITCHED_OFF;
      if (this.#tries === 0) this.#lost(this.#isOff);
      const wait = this.#isOff ? WAIT_OFF : WAITS[Math.min(this.#tries, WAITS.length - 1)];
      this.#tries += 1;
      this.#again = setTimeout(() => this.#open(), wait * 1000);
    });
  }
}
