/** Names of a client's frames (docs/spec/brokers/iqoption.md §2). */
export type FrameName =
  | 'authenticate'
  | 'setOptions'
  | 'sendMessage'
  | 'subscribeMessage'
  | 'unsubscribeMessage'
  | 'heartbeat';

/** A frame of the server's: a reply carries the request's id, an event its service's name. */
export type ServerFrame = {
  readonly name: string;
  readonly requestId: string | null;
  /** 2000 is good, 4000 and above is a refusal; null where the frame has none. */
  readonly status: number | null;
  readonly msg: unknown;
};

export const frameText = (name: FrameName, requestId: string, msg: unknown): string =>
  JSON.stringify({ name, request_id: requestId, msg });

/** A frame off the wire, or null where it is none. By hand: quotes come by the hundred. */
export function readFrame(text: string): ServerFrame | null {
  const frame = parsed(text);
  if (!isRecord(frame) || typeof frame['name'] !== 'string') return null;
  const { request_id: requestId, status } = frame;
  return {
    name: frame['name'],
    requestId: typeof requestId === 'string' && requestId !== '' ? requestId : null,
    status: typeof status === 'number' ? status : null,
    msg: frame['msg'],
  };
}

/** JSON, or undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
