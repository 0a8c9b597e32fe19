import { at } from '#candles/index.ts';
import { type MinorUnits, ratio, SizedCache } from '#kernel/index.ts';
import type { History } from '#pcr/index.ts';
import { StrategyColumns, type StrategyRules } from '#strategies/index.ts';
import { formatLength, lengthIn, type TradeLength } from '#trades/index.ts';
import type { Payout, TradeColumns } from './backtest.ts';
import { CandleSettler } from './candle-settler.ts';
import { payingSignals, type RatioAt, ratioAtOf } from './payouts.ts';

const PAYOUT_BYTES = 2 ** 25;

/** Stake of every trade in cents, and the payout of each duration: the same payout for the same duration. */
type Money = { readonly stakeMinor: MinorUnits; readonly payoutOf: (length: TradeLength) => Payout };

/**
 * Runs many strategies over one history and shares what they have in common: indicators, conditions and the candles
 * that decide trades. The trades are those of `runBacktest`; property tests compare the two. Base candles decide the
 * trades.
 */
export class SharedHistory {
  readonly #history: History;
  readonly #money: Money;
  readonly #strategies: StrategyColumns;
  readonly #settler: CandleSettler;
  /** Payouts by duration and candle; NaN where the payout function was not called yet. */
  readonly #payouts = new SizedCache<Float64Array>(PAYOUT_BYTES);

  constructor(history: History, money: Money) {
    this.#history = history;
    this.#money = money;
    this.#strategies = new StrategyColumns(history.candles, history.timeframeSeconds);
    this.#settler = new CandleSettler(history, money.stakeMinor);
  }

  /**
   * Returns the trades of a strategy, in order of entry. Its duration must be a multiple of the base step. The next
   * call reuses the memory of the trades.
   * @throws Error for a payout finer than a basis point or not above zero
   */
  trades(rules: StrategyRules): TradeColumns {
    const length = lengthIn(rules.parameters);
    const ratioAt = this.#ratioAt(length);
    const signals = payingSignals(this.#strategies.signals(rules), rules, ratioAt);
    return this.#settler.trades(signals, length, ratioAt);
  }

  /** Returns the payout at the close of a candle. A payout function is called once for each candle. */
  #ratioAt(length: TradeLength): RatioAt {
    const payout = this.#money.payoutOf(length);
    const ask = ratioAtOf(payout, this.#history, this.#money.stakeMinor);
    if (typeof payout === 'number') return ask;
    const { length: candles } = this.#history.candles;
    const ratios = this.#payouts.get(formatLength(length), () => new Float64Array(candles).fill(NaN));
    return (row) => {
      const known = at(ratios, row);
      return ratio(Number.isNaN(known) ? (ratios[row] = ask(row)) : known);
    };
  }
}
