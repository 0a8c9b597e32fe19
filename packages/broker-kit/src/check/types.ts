import type { Cancel, Clock, IdSource, Result } from '@vigia/core/kernel';
import type { CheckFindingCode, CheckSkipReason, CheckStep } from '@vigia/core/vocabulary';
import type {
  BrokerAccount,
  BrokerContract,
  BrokerFault,
  BrokerSession,
  BrokerTraits,
  FeedTick,
  Oddity,
  OrderReply,
  TimedOrder,
} from '#port/index.ts';

/**
 * Values that fill in the sentence of a finding or of a step. They never contain ids, names or other texts of the
 * broker.
 */
export type CheckValues = Readonly<Record<string, string | number>>;

/** One deviation from the behaviour that the adapter expects. */
export type CheckFinding = { readonly code: CheckFindingCode; readonly values: CheckValues };

/**
 * Result of one step. `not_offered`: the step could not run, or the user declined it; `why` explains it in Vigía's own
 * words.
 */
export type CheckResult =
  | { readonly step: CheckStep; readonly verdict: 'as_expected'; readonly seen: CheckValues }
  | { readonly step: CheckStep; readonly verdict: 'differs'; readonly findings: readonly CheckFinding[] }
  | {
      readonly step: CheckStep;
      readonly verdict: 'not_offered';
      readonly reason: CheckSkipReason;
      readonly why: string | null;
    };

/**
 * An account with play money. Only {@link demoAccountOf} creates one, so that a check never sends an order with real
 * money.
 */
export type DemoAccount = BrokerAccount & { readonly kind: 'demo' };

/** The order of a check. It exists only for a {@link DemoAccount}. */
export type DemoOrder = { readonly account: DemoAccount; readonly order: TimedOrder };

/** Events of a broker session that a check receives. */
export interface CheckEvents {
  onTick(handler: (tick: FeedTick) => void): Cancel;
  onContract(handler: (contract: BrokerContract) => void): Cancel;
}

export type CheckDeps = {
  readonly session: BrokerSession;
  readonly traits: Pick<BrokerTraits, 'shortestCandleS'>;
  readonly events: CheckEvents;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Signs in; resolves at once if the session is signed in already. */
  signIn(): Promise<Result<null, BrokerFault>>;
  /** Returns the messages that the adapter could not interpret so far. */
  oddities(): readonly Oddity[];
  /** Asks the user whether the demo order may be sent. */
  confirm(order: DemoOrder): Promise<boolean>;
  /**
   * Sends the demo order once. If Vigía itself refuses to send it, returns `withheld`; `why` is the reason as text for
   * the user.
   */
  place(order: DemoOrder): Promise<OrderReply | { readonly outcome: 'withheld'; readonly why: string }>;
  /** Step in seconds: each duration of an order of this check is a multiple of it. */
  readonly orderStepS: number;
  onBegin(step: CheckStep): void;
  onResult(result: CheckResult): void;
  /** Cancels the check when this signal is aborted: no further step begins, and waits end. */
  readonly signal: AbortSignal;
};

/** Results of earlier steps that later steps use. */
export type CheckState = {
  /** The order that the check would send; null until it is built. */
  demo: DemoOrder | null;
  /** The order as it was sent; null before. */
  sent: { readonly order: DemoOrder; readonly sentAtMs: number; readonly balanceBeforeMinor: number } | null;
  contract: BrokerContract | null;
};

export const expectedStep = (step: CheckStep, seen: CheckValues = {}): CheckResult => ({
  step,
  verdict: 'as_expected',
  seen,
});

export const skippedStep = (step: CheckStep, reason: CheckSkipReason, why: string | null = null): CheckResult => ({
  step,
  verdict: 'not_offered',
  reason,
  why,
});

export const finding = (code: CheckFindingCode, values: CheckValues = {}): CheckFinding => ({ code, values });

/** Returns the result of a step from its findings: `as_expected` without findings. */
export const stepResult = (step: CheckStep, findings: readonly CheckFinding[], seen: CheckValues = {}): CheckResult =>
  findings.length === 0 ? expectedStep(step, seen) : { step, verdict: 'differs', findings };
