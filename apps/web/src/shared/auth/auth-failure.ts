import { authMessages } from './messages.es.ts';

/** An error of the auth service. `message` is the Spanish message for the user. */
export class AuthFailure extends Error {
  override readonly name = 'AuthFailure';
  readonly code: string;
  /** Seconds after which a retry can succeed. Null if waiting does not help. */
  readonly retryAfterS: number | null;

  constructor(
    code: string,
    message: string,
    options: { readonly retryAfterS?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterS = options.retryAfterS ?? null;
  }
}

type ServiceError = {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly message?: string | undefined;
  readonly reasons?: unknown;
};

const RETRY_AFTER_DEFAULT_S = 60;

const isKnownCode = (code: string): code is keyof typeof authMessages.codes => code in authMessages.codes;

/**
 * Maps an error of the auth client to a failure with a Spanish message. `retryAfterS` comes from the Retry-After
 * header.
 */
export function authFailure(error: ServiceError, retryAfterS: number | null = null): AuthFailure {
  const code = error.code ?? '';
  if (error.status === 429) {
    const words = isKnownCode(code) ? authMessages.codes[code] : authMessages.codes.over_request_rate_limit;
    return new AuthFailure(code, words, { retryAfterS: retryAfterS ?? secondsIn(error.message), cause: error });
  }
  return new AuthFailure(code, wordsFor(code, error), { cause: error });
}

function wordsFor(code: string, error: ServiceError): string {
  // The auth service reports a leaked password with exactly this reason.
  if (code === 'weak_password' && Array.isArray(error.reasons) && error.reasons.includes('pwned')) {
    return authMessages.knownPassword;
  }
  if (isKnownCode(code)) return authMessages.codes[code];
  if (!error.status) return authMessages.unreachable;
  return error.status >= 500 ? authMessages.unreachable : authMessages.unexpected;
}

/**
 * Parses the seconds in a message such as '… after 42 seconds.' A hosted auth service hides its headers from other
 * origins, but its message contains the time.
 */
const secondsIn = (message = ''): number => Number(/(\d+) seconds?/.exec(message)?.[1] ?? RETRY_AFTER_DEFAULT_S);

/** Maps an error of the profile service to a failure with a Spanish message. */
export function dataFailure(error: { readonly code?: string; readonly message: string }, status: number): AuthFailure {
  const code = error.code ?? '';
  const words = () => {
    if (status === 0 || status >= 500) return authMessages.unreachable;
    if (status === 401) return authMessages.codes.session_not_found;
    if (isKnownCode(code)) return authMessages.codes[code];
    return code === '42501' ? authMessages.forbidden : authMessages.codes.validation_failed;
  };
  return new AuthFailure(code, words(), { cause: error });
}

/** Returns the message that the screen shows for an error during a sign-in. */
export function problemText(failure: unknown): string {
  // The browser throws a TypeError with an English message if it cannot load a chunk or a response.
  if (failure instanceof TypeError) return authMessages.unreachable;
  return failure instanceof Error ? failure.message : authMessages.unexpected;
}

/** Returns the seconds after which a retry can succeed, or null if waiting does not help. */
export const retryAfterS = (failure: unknown): number | null =>
  failure instanceof AuthFailure ? failure.retryAfterS : null;
