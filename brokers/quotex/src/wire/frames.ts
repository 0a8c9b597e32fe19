/** One decoded packet of the broker. A binary event without its header has no name. */
export type Packet =
  | { readonly type: 'open' }
  | { readonly type: 'ping'; readonly data: string }
  | { readonly type: 'pong' }
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected' }
  | { readonly type: 'event'; readonly name: string | null; readonly args: readonly unknown[] };

/** Text of a ping. In Engine.IO 3 the client sends the ping, and the server sends the pong. */
export const PING = '2';
export const pong = (data: string): string => `3${data}`;

/** Returns the text frame of a Socket.IO 2 event. */
export const textEvent = (name: string, args: readonly unknown[]): string => `42${JSON.stringify([name, ...args])}`;

const BINARY_MESSAGE = 0x04;
/**
 * Form of the header of a binary event: `45<attachments>-[…]`. It may contain a namespace or an acknowledgement number,
 * which are not used here.
 */
const BINARY_HEADER = /^45(\d+)-(?:\/[^,]*,)?\d*(\[.*)$/s;
const TEXT_EVENT = /^42(?:\/[^,]*,)?\d*(\[.*)$/s;
const MAX_ATTACHMENTS = 16;

type Unfinished = { readonly name: string; readonly args: unknown[]; readonly holes: number[] };

/**
 * Reads the frames of one connection: Engine.IO 3 (https://github.com/socketio/engine.io-protocol/tree/v3) around
 * Socket.IO 2, in which a binary event is a header followed by its attachments. Each attachment is one frame: `04` and
 * UTF-8 JSON.
 */
export class FrameReader {
  #unfinished: Unfinished | null = null;

  /**
   * Returns the message that this frame completes; null for the header of a binary event, an unused packet or an
   * invalid frame.
   */
  read(frame: string | Uint8Array): Packet | null {
    return typeof frame === 'string' ? this.#readText(frame) : this.#readBinary(frame);
  }

  #readText(frame: string): Packet | null {
    switch (frame.at(0)) {
      case '0':
        this.#unfinished = null;
        return { type: 'open' };
      case '1':
        return { type: 'disconnected' };
      case '2':
        return { type: 'ping', data: frame.slice(1) };
      case '3':
        return { type: 'pong' };
      case '4':
        return this.#readMessage(frame);
      default:
        return null;
    }
  }

  #readMessage(frame: string): Packet | null {
    if (frame.startsWith('40')) return { type: 'connected' };
    if (frame.startsWith('41') || frame.startsWith('44')) return { type: 'disconnected' };
    const event = namedArray(TEXT_EVENT.exec(frame)?.[1]);
    if (event) return { type: 'event', ...event };
    this.#unfinished = unfinishedOf(BINARY_HEADER.exec(frame));
    return null;
  }

  #readBinary(frame: Uint8Array): Packet | null {
    const payload = parsed(Buffer.from(frame.subarray(frame[0] === BINARY_MESSAGE ? 1 : 0)).toString('utf8'));
    const unfinished = this.#unfinished;
    if (!unfinished) return payload === undefined ? null : { type: 'event', name: null, args: [payload] };
    const hole = unfinished.holes.shift();
    if (hole !== undefined) unfinished.args[hole] = payload;
    if (unfinished.holes.length > 0) return null;
    this.#unfinished = null;
    return { type: 'event', name: unfinished.name, args: unfinished.args };
  }
}

function unfinishedOf(header: RegExpExecArray | null): Unfinished | null {
  const event = namedArray(header?.[2]);
  const attachments = Number(header?.[1]);
  if (!event || attachments > MAX_ATTACHMENTS) return null;
  const holes = event.args.flatMap((arg, index) => (isPlaceholder(arg) ? [index] : []));
  return holes.length === attachments ? { ...event, holes } : null;
}

function namedArray(json: string | undefined): { name: string; args: unknown[] } | null {
  const array = json === undefined ? undefined : parsed(json);
  if (!Array.isArray(array)) return null;
  const [name, ...args]: unknown[] = array;
  return typeof name === 'string' ? { name, args } : null;
}

const isPlaceholder = (arg: unknown): boolean =>
  typeof arg === 'object' &&
  arg !== null &&
  Object.entries(arg).some(([key, value]) => key === '_placeholder' && value === true);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
