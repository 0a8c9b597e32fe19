import { at } from '#candles/index.ts';
import { type MinorUnits, SizedCache } from '#kernel/index.ts';
import { expirationOf, type History } from '#pcr/index.ts';
import type { SignalRows } from '#strategies/index.ts';
import { profitOfWin, type TradeLength } from '#trades/index.ts';
import { RESULT_CODES, type TradeColumns } from './backtest.ts';
import { OutcomeColumns, resultOf } from './outcome-columns.ts';
import { entryMsAt, type RatioAt } from './payouts.ts';
import { type Columns, emptyTrades, firstTrades } from './trade-log.ts';

/** Memory for the outcomes of the durations of a sweep. */
const OUTCOME_BYTES = 2 ** 25;
const BASIS_POINTS = 10_000;

/** Decides the trades of strategies over one history by base candles, as the settlement book does for live signals. */
export class CandleSettler {
  readonly #history: History;
  readonly #stakeMinor: MinorUnits;
  readonly #outcomes = new SizedCache<OutcomeColumns>(OUTCOME_BYTES);
  /** Memory for the trades of the last call. */
  #room = emptyTrades(0);

  /** @param stakeMinor stake of every trade, in cents */
  constructor(history: History, stakeMinor: MinorUnits) {
    this.#history = history;
    this.#stakeMinor = stakeMinor;
  }

  /**
   * Returns one trade for each signal, in order of entry. The next call reuses the memory of the trades.
   * @param length a multiple of the base step
   * @throws Error for a payout finer than a basis point or not above zero
   */
  trades({ rows, directions }: SignalRows, length: TradeLength, ratioAt: RatioAt): TradeColumns {
    const room = this.#roomFor(rows.length);
    const lengthMs = expirationOf(0, length).expirationTime;
    const outcomes = this.#outcomes.get(`${lengthMs}`, () => new OutcomeColumns(this.#history, lengthMs));
    const { close } = this.#history.candles;
    // The columns are in variables, because V8 would read each from the object again for every trade.
    const { entryMs, expiryMs, direction, entryPrice, settlePrice, result, payoutBp, profitMinor } = room;
    let ratioNow = NaN;
    let winBp = 0;
    let winMinor = 0;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      const payout = ratioAt(row);
      if (payout !== ratioNow) {
        ratioNow = payout;
        winMinor = profitOfWin(this.#stakeMinor, payout);
        winBp = Math.round(payout * BASIS_POINTS);
      }
      const enteredMs = entryMsAt(this.#history, row);
      entryMs[index] = enteredMs;
      expiryMs[index] = enteredMs + lengthMs;
      direction[index] = directions[index] ?? 0;
      entryPrice[index] = at(close, row);
      payoutBp[index] = winBp;
      const ended = resultOf(outcomes.ofCall(row), directions[index] ?? 0);
      result[index] = ended;
      settlePrice[index] = outcomes.settlePrice(row);
      profitMinor[index] = ended === RESULT_CODES.won ? winMinor : ended === RESULT_CODES.lost ? -this.#stakeMinor : 0;
    }
    return firstTrades(room, rows.length);
  }

  #roomFor(trades: number): Columns {
    if (trades > this.#room.length) this.#room = emptyTrades(2 * trades);
    return this.#room;
  }
}
