import type { Socket } from 'node:net';

/** The letter of `ErrorResponse` (PostgreSQL's protocol 3.0), which a server that lets nobody in says first. */
const ERROR_RESPONSE = 'E'.charCodeAt(0);

/**
 * How often in a row a server that can be reached has let nobody in: while it starts, recovers from a crash or has no connection
 * left. The driver (3.4.9, `closed`) counts only what could not be reached, and would come back every 50 ms with every
 * connection of its pool: a thousand processes a second that the server makes instead of recovering.
 */
export class Refusals {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Heeds the first thing said on a new socket, to which nobody listens yet. */
  heed<Heeded extends Socket>(socket: Heeded): Heeded {
    socket.once('data', (said: Buffer) => {
      this.#count = said[0] === ERROR_RESPONSE ? this.#count + 1 : 0;
    });
    return socket;
  }
}
