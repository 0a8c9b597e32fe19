/** Generation of Deriv's API. `new`: the authenticated and public sockets of the new API; `v3`: the legacy socket. */
export type SimulatedApiVersion = 'new' | 'v3';

export type Body = Readonly<Record<string, unknown>>;

/** Result of a request: a payload under the call's name, or Deriv's error. */
export type Reply =
  | { readonly payload: Body; readonly msgType?: string; readonly subscriptionId?: string }
  | { readonly error: WireError };

export type WireError = { readonly code: string; readonly message: string; readonly details?: Body };

export const error = (code: string, message: string, details?: Body): { readonly error: WireError } => ({
  error: details === undefined ? { code, message } : { code, message, details },
});

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an id of a subscription or proposal. Deriv's ids have 32 to 128 letters, digits, `_` and `-`. */
export const wireId = (number: number): string => `5eed0000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
