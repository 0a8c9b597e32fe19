import { Socket } from 'node:net';
import type { ConnectionOptions } from './connection.ts';

/**
 * A socket whose end, once it stood, is told as a close and never as an error.
 *
 * The driver (3.4.9) keeps handing statements to a connection between the error of its socket and the close that follows a
 * moment later; those it never settles, and whoever waits for one waits for ever. A close alone leaves no such moment. That
 * a connection could not be made stays an error.
 */
class DatabaseSocket extends Socket {
  #hasStood = false;

  constructor() {
    super();
    this.once('connect', () => {
      this.#hasStood = true;
    });
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    super._destroy(this.#hasStood ? null : error, callback);
  }
}

/** A socket on its way to the database; what is written meanwhile waits in it. */
export function openSocket({ host, port }: Pick<ConnectionOptions, 'host' | 'port'>): Socket {
  const socket = new DatabaseSocket();
  return host.startsWith('/') ? socket.connect(`${host}/.s.PGSQL.${port}`) : socket.connect(port, host);
}
