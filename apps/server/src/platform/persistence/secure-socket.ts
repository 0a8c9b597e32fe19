import { isIP, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { ConnectionOptions } from './connection.ts';

/** `SSLRequest` of PostgreSQL's protocol 3.0: its length and the number 1234.5679. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const AGREED = 'S';
const KEEP_ALIVE_MS = 60_000;

type SecureTarget = Pick<ConnectionOptions, 'host' | 'port'> & { readonly ssl: 'require' | 'verify-full' };

/**
 * A socket on its way to the database under TLS, in the place of the driver's own; what is written meanwhile waits in it. As
 * `openSocket`'s its end, once it stood, is told as a close and never as an error.
 */
export function openSecureSocket({ host, port, ssl }: SecureTarget): TLSSocket {
  const socket = connectTls({
    socket: new AskedForTls(new Socket().setKeepAlive(true, KEEP_ALIVE_MS).connect(port, host)),
    // Whom the certificate must name: without it an address would be held against `localhost`.
    host,
    ...(isIP(host) === 0 && { servername: host }),
    // As libpq reads `require`: nobody listens in, but who is at the other end is not asked.
    rejectUnauthorized: ssl === 'verify-full',
  });
  const destroy = socket._destroy.bind(socket);
  let hasStood = false;
  socket.once('secureConnect', () => {
    hasStood = true;
  });
  socket._destroy = (error, callback) => destroy(hasStood ? null : error, callback);
  return socket;
}

/** What is written before the server has agreed to TLS. */
type Waiting = { readonly chunk: Buffer; readonly callback: (error?: Error | null) => void };

/** A connection that carries nothing before the server has agreed to TLS on it. */
class AskedForTls extends Duplex {
  readonly #raw: Socket;
  #hasAgreed = false;
  #waiting: Waiting | null = null;

  constructor(raw: Socket) {
    super();
    this.#raw = raw;
    raw.once('connect', () => raw.write(SSL_REQUEST));
    raw.once('data', (answer) => this.#hear(answer));
    raw.once('end', () => this.push(null));
    // Once TLS has begun, its own side says what became of it.
    raw.once('error', (error) => this.destroy(this.#hasAgreed ? undefined : error));
    raw.once('close', () => this.destroy());
  }

  /** More than the one letter would have been slipped in by somebody on the way (CVE-2021-23222). */
  #hear(answer: Buffer): void {
    if (answer.toString('latin1') !== AGREED) {
      this.destroy(Object.assign(new Error('the database does not agree to TLS'), { code: 'ERR_DATABASE_TLS' }));
      return;
    }
    this.#hasAgreed = true;
    this.#raw.on('data', (chunk) => {
      if (!this.push(chunk)) this.#raw.pause();
    });
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) this.#raw.write(waiting.chunk, waiting.callback);
  }

  override _read(): void {
    this.#raw.resume();
  }

  override _write(chunk: Buffer, _encoding: string, callback: Waiting['callback']): void {
    if (this.#hasAgreed) this.#raw.write(chunk, callback);
    else this.#waiting = { chunk, callback };
  }

  override _final(callback: () => void): void {
    this.#raw.end(callback);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#raw.destroy();
    callback(error);
  }
}
