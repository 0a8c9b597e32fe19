import { type EpochMs, epochMs } from '#kernel/index.ts';

const MINUTE_MS = 60_000;

/** Duration of a trading period after which the user must confirm its result (docs/spec/money-and-limits.md §6). */
export const REALITY_CHECK_AFTER_MS = 60 * MINUTE_MS;
/** Time without an order after which a trading period ends, unless its reality check is due. */
const PERIOD_IDLE_MS = 30 * MINUTE_MS;

/**
 * A period of automatic or real-money trading without a long break. It begins with its first order, or with the last
 * confirmation of a reality check.
 */
export type TradingPeriod = { readonly sinceMs: EpochMs; readonly lastOrderMs: EpochMs };

const dueAtMs = ({ sinceMs }: TradingPeriod): number => sinceMs + REALITY_CHECK_AFTER_MS;

/**
 * Returns the trading period at `nowMs`, or null. A period whose reality check became due before its end continues
 * until the user confirms the check.
 */
export function currentTradingPeriod(period: TradingPeriod | null, nowMs: EpochMs): TradingPeriod | null {
  if (period === null) return null;
  const endsMs = period.lastOrderMs + PERIOD_IDLE_MS;
  return endsMs <= nowMs && endsMs < dueAtMs(period) ? null : period;
}

/** Returns the time of the next reality check. */
export const realityCheckAtMs = (period: TradingPeriod): EpochMs => epochMs(dueAtMs(period));

/** Returns true if a trading period waits for the user's confirmation of its result. */
export function isRealityCheckDue(period: TradingPeriod | null, nowMs: EpochMs): boolean {
  const running = currentTradingPeriod(period, nowMs);
  return running !== null && dueAtMs(running) <= nowMs;
}

/** Returns the trading period after an order at `nowMs`: the current one, or a new one. */
export function tradingPeriodAfterOrder(period: TradingPeriod | null, nowMs: EpochMs): TradingPeriod {
  const running = currentTradingPeriod(period, nowMs);
  if (running === null) return { sinceMs: nowMs, lastOrderMs: nowMs };
  // The trading period must not become shorter when the clock is set back.
  return { ...running, lastOrderMs: epochMs(Math.max(running.lastOrderMs, nowMs)) };
}
