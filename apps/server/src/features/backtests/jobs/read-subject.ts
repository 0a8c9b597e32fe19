import type { BacktestRequest } from '@vigia/contract';
import type { BacktestSubject } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type PcrRules, parsePcrSetup } from '@vigia/core/pcr';
import { type StrategyType, TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { inputDetails } from '#platform/http/input-error.es.ts';
import type { Refusal } from './refusal.ts';

/** Returns the fields of a setup that the detector reads; name, money and risk settings do not affect a backtest. */
export const rulesOnly = (rules: PcrRules): PcrRules => ({
  timeframe: rules.timeframe,
  patterns: rules.patterns,
  filters: rules.filters,
  candleTypes: rules.candleTypes,
  entryPoints: rules.entryPoints,
  trigger: rules.trigger,
  expiry: rules.expiry,
});

/** Parses the rules of a backtest request for the core. */
export function readSubject(subject: BacktestRequest['subject']): Result<BacktestSubject, Refusal> {
  if (subject.kind === 'strategy') return ok(subject);
  const setup = parsePcrSetup(subject.setup);
  return setup.ok
    ? ok({ kind: 'pcr', rules: rulesOnly(setup.value) })
    : err({ code: 'setup_invalid', details: inputDetails(setup.error) });
}

export const timeframeOf = (subject: BacktestSubject) =>
  subject.kind === 'strategy' ? subject.timeframe : subject.rules.timeframe;

/** Returns the minutes from entry to expiration. */
export const expiryOf = ({ rules, kind }: BacktestSubject): number =>
  kind === 'strategy' ? rules.parameters.duration : rules.expiry;

export const wordOf = (subject: BacktestSubject): StrategyType | 'pcr' =>
  subject.kind === 'strategy' ? subject.rules.type : 'pcr';

const DAY_S = 86_400;
const stepText = (seconds: number): string =>
  seconds % DAY_S === 0 ? `${seconds / DAY_S} d` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

/**
 * Returns the reason why these rules, with contracts of these durations, cannot be decided on candles of that step;
 * null if they can (docs/spec/pcr.md §1, §6).
 */
export function unsuited(
  subject: BacktestSubject,
  expiriesMin: readonly number[],
  stepSeconds: number,
): Refusal | null {
  if (subject.kind === 'pcr' && subject.rules.trigger === 'touch') return { code: 'backtest_touch_needs_ticks' };
  const timeframe = timeframeOf(subject);
  const step = stepText(stepSeconds);
  if (TIMEFRAME_SECONDS[timeframe] % stepSeconds !== 0)
    return { code: 'backtest_timeframe_not_multiple', values: { step, timeframe } };
  const expiry = expiriesMin.find((minutes) => (minutes * 60) % stepSeconds !== 0);
  return expiry === undefined ? null : { code: 'backtest_expiry_not_multiple', values: { expiry, step } };
}
