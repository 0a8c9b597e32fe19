import type { BrokerFault, BrokerFaultKind } from '@vigia/broker-kit/port';
import type { FrameError } from './wire/frame.ts';

/** Deriv's error codes by kind, from its errors page and its own web trader (docs/spec/brokers/deriv.md §5). */
const KIND_OF_CODE: Readonly<Record<string, BrokerFaultKind>> = {
  InvalidToken: 'auth_invalid',
  InvalidAppID: 'auth_invalid',
  Unauthorized: 'auth_invalid',
  PermissionDenied: 'auth_invalid',
  AuthorizationRequired: 'session_expired',
  PleaseAuthenticate: 'unknown',
  RateLimit: 'rate_limited',
  RateLimitExceeded: 'rate_limited',
  InsufficientBalance: 'insufficient_funds',
  MarketIsClosed: 'market_closed',
  StakeLimits: 'stake_out_of_range',
  StakeLimitExceeded: 'stake_out_of_range',
  PayoutLimits: 'stake_out_of_range',
  PayoutLimitExceeded: 'stake_out_of_range',
  AccountBalanceExceedsLimit: 'stake_out_of_range',
  CompanyWideLimitExceeded: 'stake_out_of_range',
  DailyTurnoverLimitExceeded: 'stake_out_of_range',
  PriceMoved: 'price_moved',
  AlreadyExpired: 'invalid_duration',
  BetExpired: 'invalid_duration',
};

/** Fault kind of a validation error, by the field that the error names. */
const KIND_OF_FIELD: Readonly<Record<string, BrokerFaultKind>> = {
  amount: 'stake_out_of_range',
  stake: 'stake_out_of_range',
  duration: 'invalid_duration',
  duration_unit: 'invalid_duration',
};

/**
 * Returns whether the server failed while it handled the request. In that case it is unknown whether it executed the
 * request.
 */
export const isServerError = (code: string): boolean => code === 'InternalError' || code === 'InternalServerError';

/** Returns the fault for an error inside a reply. */
export function faultOfError({ code, message, details }: FrameError): BrokerFault {
  return { kind: KIND_OF_CODE[code] ?? kindOfDetails(details), detail: scrub(`${code}: ${message}`) };
}

function kindOfDetails(details: Readonly<Record<string, unknown>>): BrokerFaultKind {
  const named = typeof details['field'] === 'string' ? [details['field']] : Object.keys(details);
  return named.map((field) => KIND_OF_FIELD[field]).find((kind) => kind !== undefined) ?? 'unknown';
}

/** Returns the fault for a REST status or a refused upgrade. */
export function faultOfStatus(status: number, said: string): BrokerFault {
  const detail = scrub(`${status} ${said}`);
  if (status === 401 || status === 403) return { kind: 'auth_invalid', detail };
  if (status === 429) return { kind: 'rate_limited', detail, retryAfterMs: 60_000 };
  if (status >= 500 || status === 0) return { kind: 'network', detail };
  return { kind: 'unknown', detail };
}

export const network = (detail: string): BrokerFault => ({ kind: 'network', detail });

/** Prepares Deriv's own message for the log: shortens it and removes a one-time secret. */
const scrub = (text: string): string =>
  text
    .replaceAll(/otp=[^&\s"]+/gi, 'otp=…')
    .replaceAll(/\b(?:pat_)?[\w-]{24,}\b/g, '…')
    .slice(0, 200);
