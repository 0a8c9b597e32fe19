import type { Broker, BrokerCredentials, BrokerFaultKind } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';

/** Facts about a broker that the suite needs to judge it. */
export type ConformanceOptions = {
  readonly broker: Broker<string>;
  readonly credentials: {
    /** A login that works; different numbers are different people. */
    good(number: number): BrokerCredentials;
    /** The simulator's book knows `good(number)` by this name. */
    login(number: number): string;
    readonly wrong: BrokerCredentials;
  };
  startSimulator(clock: Clock, seed: number): Promise<BrokerSimulator>;
  /** One of our symbols that the simulator trades. */
  readonly symbol: string;
  /** A length of contract it sells on that symbol; the shortest makes the shortest test. */
  readonly durationS: number;
  readonly supports: {
    /** Signing in may ask for a code (2FA, PIN). */
    readonly code: boolean;
    /** Signing in may meet the page of a protection before the site. */
    readonly challenge: boolean;
    /** Too many sign-ins are refused with a time to come back. */
    readonly loginLimit: boolean;
    /** Later sessions resume with `onResumable`'s secret instead of signing in. */
    readonly resume: boolean;
    /**
     * A session that ended at the broker is renewed from the credentials alone; otherwise the session fails as
     * `session_expired`.
     */
    readonly renewsSession: boolean;
    /** Questions asked too often are refused in words (`rate_limited`). */
    readonly rateLimit: boolean;
    /** How many messages a second one connection may send, by the broker's word or by what is advised or kept to. */
    readonly messagesPerSecond: number;
    /** How precisely the broker's history dates a past price, milliseconds; left out: to the second, as live. */
    readonly historyStepMs?: number;
    /** The kinds of refusal the broker has words for; the others are `unknown`. */
    readonly refusals: readonly BrokerFaultKind[];
  };
};
