/** Takes the place of the browser's WebSocket: opens nothing and never says a word. */
export function silenceSockets(): void {
  window.WebSocket = class extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    send() {}
    close() {}
  } as unknown as typeof WebSocket;
}
