import { authMessages } from './messages.es.ts';

/** A refusal of the auth service; `message` is the Spanish sentence for the person. */
export class AuthFailure extends Error {
  override readonly name = 'AuthFailure';
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

type ServiceError = {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly reasons?: unknown;
};

const isKnownCode = (code: string): code is keyof typeof authMessages.codes => code in authMessages.codes;

/** Turns an error of the auth client into words. */
export function authFailure(error: ServiceError): AuthFailure {
  const code = error.code ?? '';
  // The literal reason of the service for a password found in lists of leaked ones.
  if (code === 'weak_password' && Array.isArray(error.reasons) && error.reasons.includes('pwned')) {
    return new AuthFailure(code, authMessages.knownPassword, error);
  }
  if (isKnownCode(code)) return new AuthFailure(code, authMessages.codes[code], error);
  if (error.status === 429) return new AuthFailure(code, authMessages.codes.over_request_rate_limit, error);
  if (!error.status || error.status >= 500) return new AuthFailure(code, authMessages.unreachable, error);
  return new AuthFailure(code, authMessages.unexpected, error);
}

/** The sentence to show for whatever went wrong on the way in. */
export function problemText(failure: unknown): string {
  return failure instanceof Error ? failure.message : authMessages.unexpected;
}
