"""A test of a page's line to the box, without a browser."""

from tests.node import run_module

SCRIPT = """
import { Link } from "/shared/js/link.js";

const sockets = [];
class Socket {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor() {
    sockets.push(this);
  }
  addEventListener(_, opened) {
    this.opened = opened;
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  open() {
    this.readyState = Socket.OPEN;
    this.opened?.();
  }
}
const quiet = { addEventListener() {} };
Object.assign(globalThis, {
  WebSocket: Socket, window: quiet, document: quiet, location: { protocol: "http:", host: "box" },
  setInterval() {}, setTimeout() {}, clearTimeout() {},
});

export default async () => {
  const link = new Link({ is: "asking", since: 0, heard: 0, again: 0 }, () => {}, () => {});
  sockets[0].open();
  sockets[0].onmessage({ data: "{}" });
  link.open(); // the phone's rights are others now
  const answer = link.send({ order: "8" }, 1000);
  sockets[1].open();
  sockets[1].onmessage({ data: JSON.stringify({ id: 1, status: 200, answer: { done: 5 } }) });
  return [sockets[1].sent, await answer];
};
"""


def test_card_tapped_while_the_line_opens_is_sent() -> None:
    sent, answer = run_module(SCRIPT)
    assert sent == [{"id": 1, "order": "8"}]
    assert answer == {"done": 5, "status": 200}
