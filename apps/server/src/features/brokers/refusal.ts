import type { Broker, BrokerFault } from '@vigia/broker-kit/port';
import type { ErrorCode } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import { faultCode } from './sessions/fault-codes.ts';

/** The reason why an action on a connection failed. The values complete the message of the error code. */
export type BrokerRefusal = {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly retryAfterMs?: number;
};

/** Outcome of an action without a result value. */
export type BrokerActionResult = Result<null, BrokerRefusal>;

export const refusal = ({ traits: { displayName: name } }: Broker, code: ErrorCode): BrokerRefusal => ({
  code,
  values: { name },
});

export const brokerRefusalOf = (broker: Broker, fault: BrokerFault): BrokerRefusal => ({
  ...refusal(broker, codeFor(broker, fault)),
  ...(fault.retryAfterMs !== undefined && { retryAfterMs: fault.retryAfterMs }),
});

/**
 * Returns the error code of a fault. To pass a challenge, users paste a browser session if the broker accepts one, else
 * they use the broker's own page.
 */
function codeFor({ traits }: Broker, fault: BrokerFault): ErrorCode {
  const takesSession = traits.credentialKinds.includes('browser_session');
  return fault.kind === 'auth_challenge' && !takesSession ? 'broker_challenge_elsewhere' : faultCode(fault);
}

export const throttledRefusal = (broker: Broker, waitMs: number): BrokerRefusal => ({
  code: 'broker_throttled',
  values: { name: broker.traits.displayName, seconds: Math.ceil(waitMs / 1_000) },
  retryAfterMs: waitMs,
});
