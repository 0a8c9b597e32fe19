import { at } from '#candles/index.ts';
import { type MinorUnits, ratio, SizedCache } from '#kernel/index.ts';
import { expirationOf, type History } from '#pcr/index.ts';
import { type SignalRows, StrategyColumns, type StrategyRules } from '#strategies/index.ts';
import { formatLength, lengthIn, profitOfWin, type TradeLength } from '#trades/index.ts';
import { type Payout, RESULT, type TradeColumns } from './backtest.ts';
import { type OutcomeColumns, outcomeColumns, resultOf } from './outcome-columns.ts';
import { emptyTrades, firstTrades } from './trade-log.ts';

/** Memory for the outcomes of the durations of a sweep. */
const OUTCOME_BYTES = 2 ** 25;
const PAYOUT_BYTES = 2 ** 25;
const BASIS_POINTS = 10_000;

/** Stake of every trade in cents, and the payout of each duration: the same payout for the same duration. */
type Money = { readonly stakeMinor: MinorUnits; readonly payoutOf: (length: TradeLength) => Payout };

/**
 * Runs many strategies over one history and shares what they have in common: indicators, conditions and the outcome of
 * a trade at each candle. The trades are those of `runBacktest`; property tests compare the two. Base candles decide
 * the trades.
 */
export class SharedHistory {
  readonly #history: History;
  readonly #money: Money;
  readonly #strategies: StrategyColumns;
  readonly #outcomes = new SizedCache<OutcomeColumns>(OUTCOME_BYTES);
  /** Payouts by duration and candle; NaN where the payout function was not called yet. */
  readonly #payouts = new SizedCache<Float64Array>(PAYOUT_BYTES);
  /** Memory for the trades of the last call. */
  #room = emptyTrades(0);

  constructor(history: History, money: Money) {
    this.#history = history;
    this.#money = money;
    this.#strategies = new StrategyColumns(history.candles, history.timeframeSeconds);
  }

  /**
   * Returns the trades of a strategy, in order of entry. Its duration must be a multiple of the base step. The next
   * call reuses the memory of the trades.
   * @throws Error for a payout finer than a basis point or not above zero
   */
  trades(rules: StrategyRules): TradeColumns {
    const length = lengthIn(rules.parameters);
    const ratioAt = this.#ratioAt(length);
    const payoutMin = rules.parameters.gates?.payout_min ?? 0;
    const { rows, directions } = this.#strategies.signals(rules);
    const paid = payoutMin === 0 ? { rows, directions } : paying({ rows, directions }, ratioAt, payoutMin);
    return this.#settled(paid, length, ratioAt);
  }

  #settled({ rows, directions }: SignalRows, length: TradeLength, ratioAt: (row: number) => number): TradeColumns {
    const room = this.#roomFor(rows.length);
    const lengthMs = expirationOf(0, length).expirationTime;
    const { ofCall, settlePrice } = this.#outcomes.get(`${lengthMs}`, () => outcomeColumns(this.#history, lengthMs));
    const { close } = this.#history.candles;
    const { stakeMinor } = this.#money;
    // The columns are in variables, because V8 would read each from the object again for every trade.
    const { entryMs, expiryMs, direction, entryPrice, result, payoutBp, profitMinor } = room;
    let ratioNow = NaN;
    let winBp = 0;
    let winMinor = 0;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      if (ratioAt(row) !== ratioNow) {
        ratioNow = ratioAt(row);
        winMinor = profitOfWin(stakeMinor, ratio(ratioNow));
        winBp = Math.round(ratioNow * BASIS_POINTS);
      }
      const ended = resultOf(ofCall[row] ?? RESULT.pending, directions[index] ?? 0);
      const enteredMs = this.#entryMs(row);
      entryMs[index] = enteredMs;
      expiryMs[index] = enteredMs + lengthMs;
      direction[index] = directions[index] ?? 0;
      entryPrice[index] = at(close, row);
      room.settlePrice[index] = at(settlePrice, row);
      result[index] = ended;
      payoutBp[index] = winBp;
      profitMinor[index] = ended === RESULT.won ? winMinor : ended === RESULT.lost ? -stakeMinor : 0;
    }
    return firstTrades(room, rows.length);
  }

  #roomFor(trades: number): TradeColumns {
    if (trades > this.#room.length) this.#room = emptyTrades(2 * trades);
    return this.#room;
  }

  #entryMs(row: number): number {
    return (at(this.#history.candles.time, row) + this.#history.timeframeSeconds) * 1_000;
  }

  /** Returns the payout at the close of a candle. A payout function is called once for each candle. */
  #ratioAt(length: TradeLength): (row: number) => number {
    const payout = this.#money.payoutOf(length);
    if (typeof payout === 'number') {
      // A backtest without trades refuses an invalid payout too.
      profitOfWin(this.#money.stakeMinor, payout);
      return () => payout;
    }
    const { length: candles } = this.#history.candles;
    const ratios = this.#payouts.get(formatLength(length), () => new Float64Array(candles).fill(NaN));
    return (row) => {
      const known = at(ratios, row);
      if (!Number.isNaN(known)) return known;
      return (ratios[row] = payout(this.#entryMs(row)));
    };
  }
}

/** Returns the signals whose payout is at least the minimum of a gate. */
function paying({ rows, directions }: SignalRows, ratioAt: (row: number) => number, payoutMin: number) {
  const isPaid = (_: number, index: number): boolean => ratioAt(rows[index] ?? 0) >= payoutMin;
  return { rows: rows.filter(isPaid), directions: directions.filter(isPaid) };
}
