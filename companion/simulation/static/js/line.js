// The line to the box: a websocket that comes back by itself.

const WAITS = [1, 2, 4, 8];

export class Line {
  #socket = null;
  #tries = 0;
  #heard;
  #lost;

  /** `heard(parts)` gets what has changed; `lost()` is called once each time the line breaks. */
  constructor(heard, lost) {
    this.#heard = heard;
    this.#lost = lost;
    this.#open();
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

  #send(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    const socket = new WebSocket(`ws://${location.host}/panel/line`);
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      this.#tries = 0;
      this.#heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.#tries === 0) this.#lost();
      const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)];
      this.#tries += 1;
      setTimeout(() => this.#open(), wait * 1000);
    });
  }
}
