/** Names of a client's frames (docs/spec/brokers/iqoption.md §2). */
export type FrameName =
  | 'authenticate'
  | 'setOptions'
  | 'sendMessage'
  | 'subscribeMessage'
  | 'unsubscribeMessage'
  | 'heartbeat';

/** Events that the platform sends without a subscription and that this adapter does not need. */
export const IGNORED_EVENTS: ReadonlySet<string> = new Set([
  'front',
  'authenticated',
  'profile',
  'result',
  'api_option_init_all',
]);

/** Names of messages that report orders or positions. */
export const ORDER_MESSAGE_NAME = /option|position|order|deal/i;

/** A frame of the server. A reply contains the id of its request, and an event the name of its service. */
export type ServerFrame = {
  readonly name: string;
  readonly requestId: string | null;
  /** Status of the frame: 2000 means success, 4000 or above a refusal; null if the frame has no status. */
  readonly status: number | null;
  readonly msg: unknown;
};

export const frameText = (name: FrameName, requestId: string, msg: unknown): string =>
  JSON.stringify({ name, request_id: requestId, msg });

/** Parses a frame; returns null for an invalid frame. It does not use zod, because quotes are frequent. */
export function readFrame(text: string): ServerFrame | null {
  const frame = parseJson(text);
  if (!isRecord(frame) || typeof frame['name'] !== 'string') return null;
  const { request_id: requestId, status } = frame;
  return {
    name: frame['name'],
    requestId: typeof requestId === 'string' && requestId !== '' ? requestId : null,
    status: typeof status === 'number' ? status : null,
    msg: frame['msg'],
  };
}

/** Parses JSON; returns undefined for invalid text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
