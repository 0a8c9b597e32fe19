import type { WireFrame } from './wire-tap.ts';

/** One recorded message of a frame: its JSON value and its kind. The kind selects the allow-list of the message. */
export type RecordedMessage = { readonly kind: string; readonly value: unknown };

/**
 * One field of an allow-list, written `path=how`. Without `=how` the value is kept. `id`: the value is replaced, equal
 * values by the same new id. `url`: the value is replaced by the address of the server that replays the recording. A
 * path consists of names joined by dots. `[]` matches every element of a list. `#` matches every key of up to six
 * digits, and `*` every key in the form of a currency code.
 */
export type AllowedField = string;

/**
 * HTTP requests that are recorded, and the recorded fields of their responses. The request itself is recorded only as
 * its kind.
 */
export type RecordedRequest = {
  readonly method: string;
  readonly path: RegExp;
  readonly kind: string;
  /** Fields of a JSON response. */
  readonly keep?: readonly AllowedField[];
  /** Builds the page that replaces an HTML response. The page contains only what the adapter reads. */
  readonly page?: (html: string, id: (value: string) => string) => string;
};

/**
 * Rules that define the allowed content of a recording of a broker's traffic. A placeholder of the same type replaces
 * all other content.
 */
export type RecordingRules = {
  /** The URL scheme of each of the adapter's origins (`BrokerDeps.origins`). */
  readonly origins: Readonly<Record<string, 'http' | 'ws'>>;
  /** Creates the reader of one direction of one socket. The reader returns the messages that a frame completes. */
  reader(direction: 'in' | 'out'): (frame: WireFrame) => readonly RecordedMessage[];
  /** Encodes a message of the broker as frames. */
  frames(message: RecordedMessage): readonly WireFrame[];
  /** Allowed fields by kind of message; the fields under `*` are allowed in every message. */
  readonly keep: Readonly<Record<string, readonly AllowedField[]>>;
  readonly requests: readonly RecordedRequest[];
  /** Returns the id with which a response refers to its request; null for a message without one. */
  idOf(message: RecordedMessage): string | null;
  /** Returns the message with the id of another request. */
  withId(message: RecordedMessage, id: string): RecordedMessage;
  /**
   * The kind of the request that places an order. Messages that follow it in a recording also follow it in a replay.
   */
  readonly order: string;
  /** Returns the kind of the request that a message without an id answers; null for a message that answers none. */
  requestOf(kind: string): string | null;
};
