import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';

/** Priority in the queue: an order, the lookup of an order with an unknown execution status, everything else. */
const URGENCIES = ['order', 'records', 'ordinary'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Most requests in any minute, and in any second and hour if the broker limits those too. */
export type RequestLimits = { readonly perMinute: number; readonly perSecond?: number; readonly perHour?: number };

/**
 * Limits the rate of requests. A turn permits one request. More urgent callers get a turn first; equally urgent callers
 * get theirs in order of arrival.
 */
export interface RequestBudget {
  /**
   * Resolves when the caller may send its request (`ordinary` by default). A caller with a deadline must check the
   * deadline again afterwards.
   */
  take(urgency?: Urgency): Promise<void>;
}

/**
 * Share of a minute's and an hour's requests that each urgency may use. Ordinary requests can therefore never use up
 * the turns of lookups, and neither of them can use up the turns of orders.
 */
const SHARES: Readonly<Record<Urgency, number>> = { order: 1, records: 0.95, ordinary: 0.9 };

type Period = { readonly requests: number; readonly perMs: number; readonly isShared: boolean };

/**
 * Creates the budget of one login at a broker. No caller exceeds the limits, however often it retries. Each limit
 * applies to every period of its duration, which may start at any moment. Periods use the monotonic clock, so that a
 * change of the wall clock grants no additional request.
 */
export function createRequestBudget(limits: RequestLimits & { readonly clock: Clock }): RequestBudget {
  const { perSecond = Infinity, perMinute, perHour = Infinity, clock } = limits;
  const periods = [
    { requests: perSecond, perMs: 1_000, isShared: false },
    { requests: perMinute, perMs: 60_000, isShared: true },
    { requests: perHour, perMs: 3_600_000, isShared: true },
  ].filter(({ requests }) => requests < Infinity);
  const kept = Math.max(...periods.map(({ requests }) => requests));
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { order: [], records: [], ordinary: [] };
  /** Grant times of the latest requests, ascending. */
  const grantedMs: number[] = [];
  let cancelWakeUp: Cancel = () => undefined;
  const grant = (): void => {
    cancelWakeUp();
    for (;;) {
      const urgency = URGENCIES.find((one) => waiting[one].length > 0);
      if (urgency === undefined) return;
      const nowMs = clock.monotonicMs();
      const waitMs = Math.max(...periods.map((period) => freeFromMs(grantedMs, period, urgency))) - nowMs;
      // Less urgent callers have smaller shares, so that they must wait too.
      if (waitMs > 0) {
        cancelWakeUp = clock.after(durationMs(Math.ceil(waitMs)), grant);
        return;
      }
      grantedMs.push(nowMs);
      if (grantedMs.length > kept) grantedMs.shift();
      waiting[urgency].shift()?.();
    }
  };
  return {
    take: (urgency = 'ordinary') =>
      new Promise((turn) => {
        waiting[urgency].push(turn);
        grant();
      }),
  };
}

/** Returns the time from which the period allows one more request. */
function freeFromMs(grantedMs: readonly number[], { requests, perMs, isShared }: Period, urgency: Urgency): number {
  const allowed = isShared ? Math.max(1, Math.floor(requests * SHARES[urgency])) : requests;
  return (grantedMs[grantedMs.length - allowed] ?? Number.NEGATIVE_INFINITY) + perMs;
}
