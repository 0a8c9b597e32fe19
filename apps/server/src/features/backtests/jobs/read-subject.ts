import { type BacktestRequest, readPcrSetup, readStrategyRules } from '@vigia/contract';
import { type BacktestSubject, timeframeOf } from '@vigia/core/backtest';
import { assertNever, err, invariant, ok, type Result } from '@vigia/core/kernel';
import { checkExpiry, type ExpiryError, pcrRulesOf } from '@vigia/core/pcr';
import { type StrategyType } from '@vigia/core/strategy-definitions';
import { formatLength, type TradeLength } from '@vigia/core/trades';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { candleLengthText } from '../../price-files/index.ts';
import type { BacktestRefusal } from './refusal.ts';

/** Parses the rules of a backtest request for the core. */
export function readSubject(subject: BacktestRequest['subject']): Result<BacktestSubject, BacktestRefusal> {
  if (subject.kind === 'strategy') {
    const rules = readStrategyRules(subject.rules);
    invariant(rules.ok, 'the contract accepts only valid rules');
    return ok({ kind: 'strategy', rules: rules.value, timeframe: subject.timeframe });
  }
  const setup = readPcrSetup(subject.setup);
  return setup.ok
    ? ok({ kind: 'pcr', rules: pcrRulesOf(setup.value) })
    : err({ code: 'setup_invalid', details: [...setup.error] });
}

export const subjectTypeOf = (subject: BacktestSubject): StrategyType | 'pcr' =>
  subject.kind === 'strategy' ? subject.rules.type : 'pcr';

/**
 * Returns why trades of these rules and durations cannot be decided on candles of this step; null if they can
 * (docs/spec/pcr.md §1, §6).
 * @param hasTicks whether the ticks of the tested market are known; they decide durations in seconds and ticks
 */
export function unsuitedDataRefusal(
  subject: BacktestSubject,
  lengths: readonly TradeLength[],
  { stepSeconds, hasTicks }: { readonly stepSeconds: number; readonly hasTicks: boolean },
): BacktestRefusal | null {
  if (subject.kind === 'pcr' && subject.rules.trigger === 'touch') return { code: 'backtest_touch_needs_ticks' };
  const timeframe = timeframeOf(subject);
  const step = candleLengthText(stepSeconds);
  if (TIMEFRAME_SECONDS[timeframe] % stepSeconds !== 0)
    return { code: 'backtest_timeframe_not_multiple', values: { step, timeframe } };
  for (const length of lengths) {
    if (hasTicks && length.unit !== 'minutes') continue;
    const checked = checkExpiry(stepSeconds, length);
    if (!checked.ok) return expiryRefusal(checked.error, step);
  }
  return null;
}

function expiryRefusal(error: ExpiryError, step: string): BacktestRefusal {
  switch (error.reason) {
    case 'expiry_not_multiple':
      return { code: 'backtest_expiry_not_multiple', values: { expiry: error.expirySeconds / 60, step } };
    case 'length_needs_ticks':
      return { code: 'backtest_length_needs_ticks', values: { length: formatLength(error.length), step } };
    default:
      return assertNever(error);
  }
}
