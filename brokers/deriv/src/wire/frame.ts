/** An error inside a reply: Deriv's code, its message and, for some errors, the invalid field. */
export type FrameError = {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Every message type that this adapter requests. Deriv sends no other types without a request. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  'authorize',
  'balance',
  'active_symbols',
  'contracts_for',
  'time',
  'ping',
  'forget',
  'logout',
  'portfolio',
  'profit_table',
  'proposal',
  'buy',
  'sell',
  'topup_virtual',
  'proposal_open_contract',
  'tick',
  'history',
  'candles',
  'ohlc',
  'error',
  // The type of an error message is the name of its call.
  'ticks',
  'ticks_history',
]);

export const isKnownType = (msgType: string): boolean => KNOWN_TYPES.has(msgType);

/** Returns whether messages of this type report orders or option contracts. */
export const isAboutOrders = (msgType: string): boolean =>
  /buy|sell|contract|portfolio|profit|transaction/.test(msgType) && msgType !== 'contracts_for';

/** One message of the socket, in the envelope that both API generations share (docs/spec/brokers/deriv.md §2). */
export type Frame = {
  readonly msgType: string;
  /** The `req_id` of the request that this message answers. All messages of a subscription have the same `req_id`. */
  readonly reqId: number | null;
  readonly subscriptionId: string | null;
  readonly error: FrameError | null;
  /** The request, repeated by the server. */
  readonly echo: Readonly<Record<string, unknown>>;
  /**
   * The complete message. The payload is under the key named by `msgType`. For candles and history, some fields are at
   * the top level.
   */
  readonly body: Readonly<Record<string, unknown>>;
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NOTHING: Readonly<Record<string, unknown>> = {};

/** Parses a message; null for a text that is not in Deriv's format. */
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

/** Parses JSON; returns null for invalid text. */
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
