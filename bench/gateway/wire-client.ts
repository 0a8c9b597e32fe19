import { connect, type Socket } from 'node:net';

export type WireClientOptions = {
  readonly port: number;
  /** The client's address, one of 127.0.0.0/8. The server treats each address as a different client. */
  readonly localAddress: string;
  readonly path: string;
  readonly opened: () => void;
  /** Called with each text message. The client overwrites the buffer after the call. */
  readonly heard: (payload: Buffer) => void;
  readonly closed: () => void;
};

const TEXT = 0x1;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;
const NOTHING = Buffer.alloc(0);
/** Receive buffer that all clients of a process share. This works because only one client reads at a time. */
const READ = Buffer.allocUnsafe(256 * 1_024);

/**
 * A minimal WebSocket client. It uses little CPU time, so that a bench with many clients measures mostly the server.
 */
export class WireClient {
  readonly #options: WireClientOptions;
  readonly #socket: Socket;
  #isUpgraded = false;
  /** The received bytes of an incomplete frame. */
  #rest: Buffer = NOTHING;

  constructor(options: WireClientOptions) {
    this.#options = options;
    const { port, localAddress, path } = options;
    const take = (bytes: number, read: Uint8Array) => {
      this.#take(Buffer.from(read.buffer, read.byteOffset, bytes));
      return true;
    };
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      localAddress,
      noDelay: true,
      onread: { buffer: READ, callback: take },
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', options.closed);
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
  }

  say(text: string): void {
    this.#frame(TEXT, Buffer.from(text));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  end(): void {
    this.#socket.destroy();
  }

  /** Sends a frame with a mask of zeros, because such a mask leaves the payload unchanged. */
  #frame(opcode: number, payload: Buffer): void {
    const { length } = payload;
    const head = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
    this.#socket.write(Buffer.concat([Buffer.from([0x80 | opcode, ...head, 0, 0, 0, 0]), payload]));
  }

  #take(read: Buffer): void {
    let data = this.#rest.length === 0 ? read : Buffer.concat([this.#rest, read]);
    if (!this.#isUpgraded) {
      const end = data.indexOf('\r\n\r\n');
      if (end >= 0 && !data.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) return this.end();
      if (end >= 0) {
        this.#isUpgraded = true;
        this.#options.opened();
        data = data.subarray(end + 4);
      }
    }
    const left = this.#isUpgraded ? this.#takeFrames(data) : data;
    this.#rest = left.length === 0 ? NOTHING : Buffer.from(left);
  }

  /**
   * Handles the complete frames in the data.
   * @returns the remaining bytes, which are not a complete frame yet
   */
  #takeFrames(data: Buffer): Buffer {
    let at = 0;
    while (data.length - at >= 2) {
      const short = (data[at + 1] ?? 0) & 0x7f;
      if (short === 127) throw new Error('no frame here is that long');
      if (short === 126 && data.length - at < 4) break;
      const from = at + (short === 126 ? 4 : 2);
      const to = from + (short === 126 ? data.readUInt16BE(at + 2) : short);
      if (to > data.length) break;
      this.#run((data[at] ?? 0) & 0xf, data.subarray(from, to));
      at = to;
    }
    return data.subarray(at);
  }

  #run(opcode: number, payload: Buffer): void {
    if (opcode === TEXT) this.#options.heard(payload);
    else if (opcode === PING) this.#frame(PONG, payload);
    else if (opcode === CLOSE) this.end();
  }
}
