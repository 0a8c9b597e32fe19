import type { Candle } from '@vigia/core/candles';
import { type Json } from '@vigia/core/kernel';
import type { Criterion } from '@vigia/core/rules';
import type { StrategyRules } from '@vigia/core/strategies';
import { lengthIn } from '@vigia/core/trades';
import type { Direction, PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { sealedTicks } from '../signals/index.ts';

/**
 * Version of the evaluation rules. It increases when they change, so that an old signal is checked by the rules that
 * produced it.
 */
const RULE_VERSION = 2;

/** A signal of a strategy before it is hashed. */
export type UnsealedSignal = {
  readonly strategyId: string;
  readonly version: number;
  readonly rules: StrategyRules;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly source: PriceSource;
  readonly direction: Direction;
  /** The candle whose close gave the signal. */
  readonly candle: Candle;
  /** Each condition at that candle, with the values that decided it. */
  readonly criteria: readonly Criterion[];
  /** Close time of that candle in epoch milliseconds. */
  readonly entryTimeMs: number;
  readonly expirationMs: number;
  /** Payout of a win at the entry as a fraction; 0 if the price source does not offer this duration. */
  readonly payoutRatio: number;
};

/**
 * Body of a stored signal as it was hashed. Bodies of version 1 have no criteria, and signals from outside neither
 * criteria nor candle. The candle time is in epoch seconds;
 * all other times are epoch milliseconds.
 */
export type StrategySignalBody = Omit<Body, 'criteria' | 'candle'> & Partial<Pick<Body, 'criteria' | 'candle'>>;

export type Body = ReturnType<typeof toSignalBody>;

export const toCriteria = (criteria: readonly Criterion[]) =>
  criteria.map(({ condition, isMet, values }) => ({ condition, is_met: isMet, values }));

/** Builds the body to hash from the signal and all inputs of its decision. */
export function toSignalBody(signal: UnsealedSignal) {
  const { time, open, high, low, close } = signal.candle;
  return {
    rule_version: RULE_VERSION,
    strategy_id: signal.strategyId,
    strategy_version: signal.version,
    type: signal.rules.type,
    parameters: { ...signal.rules.parameters },
    asset: signal.asset,
    timeframe: signal.timeframe,
    source: signal.source,
    direction: signal.direction,
    entry_time_ms: signal.entryTimeMs,
    entry_price: close,
    expiration_ms: signal.expirationMs,
    ...sealedTicks(lengthIn(signal.rules.parameters)),
    payout: signal.payoutRatio,
    candle: { time, open, high, low, close },
    criteria: toCriteria(signal.criteria),
  } satisfies Json;
}
