import type { Candle } from '@vigia/core/candles';
import type { StrategyRules } from '@vigia/core/strategies';
import type { Direction, PriceSource, Timeframe } from '@vigia/core/vocabulary';

/** Grows when the rules of a fold change, so that an old signal is re-checked by the rules it was made with. */
const RULE_VERSION = 1;

/** A strategy's signal as it is before it is sealed. */
export type FoundSignal = {
  readonly strategyId: string;
  readonly version: number;
  readonly rules: StrategyRules;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly source: PriceSource;
  readonly direction: Direction;
  /** The candle at whose close it exists. */
  readonly candle: Candle;
  /** Epoch milliseconds: that close. */
  readonly entryTimeMs: number;
  readonly expirationMs: number;
  /** What a win pays at that moment, a fraction; 0: its asset offers no such contract. */
  readonly payoutRatio: number;
};

/** A stored signal, as sealed. Times are epoch milliseconds, but that of the candle: epoch seconds. */
export type StrategySignalBody = ReturnType<typeof toSignalBody>;

/** Everything a signal is and was decided by: what gets sealed. */
export function toSignalBody(signal: FoundSignal) {
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
    payout: signal.payoutRatio,
    candle: { time, open, high, low, close },
  };
}
