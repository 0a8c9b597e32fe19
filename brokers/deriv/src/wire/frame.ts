/** An error inside a reply: Deriv's code, its sentence and, of some, the field at fault. */
export type FrameError = {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** One message of the socket, in the envelope both generations share (PROTOCOLS §1.3). */
export type Frame = {
  readonly msgType: string;
  /** Of the request it answers; a subscription's messages go on carrying it. */
  readonly reqId: number | null;
  readonly subscriptionId: string | null;
  readonly error: FrameError | null;
  /** The request, as the server read it. */
  readonly echo: Readonly<Record<string, unknown>>;
  /** The whole message; what it is about stands under the key `msgType`, of candles and history beside it. */
  readonly body: Readonly<Record<string, unknown>>;
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NOTHING: Readonly<Record<string, unknown>> = {};

/** The message in a text, or null where it is none of theirs. */
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

/** null also of what is no JSON. */
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
