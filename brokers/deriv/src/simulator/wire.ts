/** `new`: the new API's authenticated and public sockets; `v3`: the legacy one. */
export type Generation = 'new' | 'v3';

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

/** Ids of subscriptions and proposals: 32 to 128 of letters, digits, `_` and `-`. */
export const wireId = (number: number): string => `5eed0000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
