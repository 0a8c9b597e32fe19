import type { Broker, BrokerCredentials, BrokerFaultKind } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';

/** Facts about a broker that the conformance tests need. */
export type ConformanceOptions = {
  readonly broker: Broker<string>;
  readonly credentials: {
    /** Returns valid credentials. Different numbers belong to different users. */
    good(number: number): BrokerCredentials;
    /** Returns the login id of `good(number)` in the simulator's contract book. */
    login(number: number): string;
    readonly wrong: BrokerCredentials;
  };
  startSimulator(clock: Clock, seed: number): Promise<BrokerSimulator>;
  /** A symbol that the simulator trades, as Vigía names it. */
  readonly symbol: string;
  /** The simulator's own name of `symbol` in its market and book; absent if the names are equal. */
  readonly simulatedSymbol?: string;
  /**
   * Converts the id of an option contract in the session to its id in the simulator's book; absent if the ids are
   * equal.
   */
  simulatedContractId?(contractId: string): string;
  /** Currencies beyond EUR, BRL and CLP in which the broker keeps accounts. */
  readonly currencies?: readonly Currency[];
  /** Whether the demo and the real account of a login always have the same currency. */
  readonly hasOneCurrency?: true;
  /**
   * A duration of option contracts that the broker sells for `symbol`. The shortest duration gives the fastest tests.
   */
  readonly durationS: number;
  /** A number of ticks that the broker sells for `symbol`; absent if it sells no contracts with a duration in ticks. */
  readonly ticks?: number;
  readonly supports: {
    /** Whether the broker may ask for a code (2FA, PIN) during sign-in. */
    readonly code: boolean;
    /** Whether the broker may answer a sign-in with a bot-protection page. */
    readonly challenge: boolean;
    /** Whether the broker states how long to wait after too many sign-ins. */
    readonly loginLimit: boolean;
    /** Whether a later session can continue with the secret from `onResumable`, without a new sign-in. */
    readonly resume: boolean;
    /**
     * Whether the adapter signs in again with the credentials if the broker ends the session. If not, the session fails
     * as `session_expired`.
     */
    readonly renewsSession: boolean;
    /** Whether a login may have several demo or real accounts. Its session then lists all of them. */
    readonly severalAccounts?: true;
    /** Whether the broker refuses too many requests with a recognisable message (`rate_limited`). */
    readonly rateLimit: boolean;
    /**
     * Largest number of messages per second on one connection: the broker's limit, the limit in other sources, or the
     * adapter's own limit.
     */
    readonly messagesPerSecond: number;
    /**
     * Largest number of requests of a login within a minute, on sockets and over HTTP: the sum of the adapter's
     * budgets.
     */
    readonly requestsPerMinute: number;
    /** Whether the broker states the entry price of a contract, and states it before the end of the contract. */
    readonly statesEntry: boolean;
    /** Terms of an option contract that is long enough to be sold back; null if the broker buys none back. */
    readonly sale: { readonly symbol: string; readonly durationS: number } | null;
    /** Precision of times in the broker's history, in milliseconds; one second by default, as for live prices. */
    readonly historyStepMs?: number;
    /** The kinds of refusal that the broker's messages distinguish. Every other refusal is mapped to `unknown`. */
    readonly refusals: readonly BrokerFaultKind[];
  };
};
