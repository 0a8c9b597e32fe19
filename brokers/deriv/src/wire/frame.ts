/** An error inside a reply: Deriv's code, its sentence and, of some, the field at fault. */
export type FrameError = {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** One message of the socket, in the envelope both generations share (docs/spec/brokers/deriv.md §2). */
export type Frame = {
  readonly msgType: string;
  /** The id of the request it answers; all messages of a subscription carry it. */
  readonly reqId: number | null;
  readonly subscriptionId: string | null;
  readonly error: FrameError | null;
  /** The request, as the server read it. */
  readonly echo: Readonly<Record<string, unknown>>;
  /** The whole message. Its payload is under the key `msgType`; for candles and history also beside it. */
  readonly body: Readonly<Record<string, unknown>>;
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NOTHING: Readonly<Record<string, unknown>> = {};

/** Parses a text to a message; null if it is not one of Deriv's. */
export function parseFrame(text: string): Frame | null {
  const body = parseJson(text);
  if (!isRecord(body) || typeof body['msg_type'] !== 'string') return null;
  const { req_id: reqId, subscription, echo_req: echo, error } = body;
  return {
    msgType: body['msg_type'],
    reqId: typeof reqId === 'number' ? reqId : null,
    subscriptionId: isRecord(subscription) && typeof subscription['id'] === 'string' ? subscription['id'] : null,
    error: isRecord(error) ? frameError(error) : null,
    echo: isRecord(echo) ? echo : NOTHING,
    body,
  };
}

/** Returns null for invalid JSON too. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const frameError = ({ code, message, details }: Readonly<Record<string, unknown>>): FrameError => ({
  code: typeof code === 'string' ? code : 'UnknownError',
  message: typeof message === 'string' ? message : '',
  details: isRecord(details) ? details : NOTHING,
});
