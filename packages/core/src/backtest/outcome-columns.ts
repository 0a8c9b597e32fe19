import { at } from '#candles/index.ts';
import { hadMarket, outcomeAt } from '#kernel/index.ts';
import { type History, silenceMsOf } from '#pcr/index.ts';
import { RESULT_CODES } from './backtest.ts';
import { entryMsAt } from './payouts.ts';

const CODE = { won: RESULT_CODES.won, lost: RESULT_CODES.lost, tie: RESULT_CODES.tied } as const;
/** Added to a stored result, so that 0 means that it is unknown. */
const KNOWN = 2;
/** Row of the base candle that decides a pending trade. */
const NO_ROW = -1;

/** Returns the result of a trade from the result of a CALL: a PUT wins where the CALL loses. */
export const resultOf = (ofCall: number, direction: number): number =>
  ofCall === RESULT_CODES.won || ofCall === RESULT_CODES.lost ? ofCall * direction : ofCall;

/**
 * Outcomes of trades of one duration, by the candle of their entry. Base candles decide them as in the settlement book
 * (docs/spec/pcr.md §6). Each outcome is decided when it is first asked for, because most candles have no trade.
 */
export class OutcomeColumns {
  readonly byteLength: number;
  readonly #history: History;
  readonly #lengthMs: number;
  readonly #silenceMs: number;
  /** End of the last base candle, epoch milliseconds. */
  readonly #lastEndMs: number;
  /** Results of a CALL plus `KNOWN`. */
  readonly #results: Int8Array;
  /** Rows of the base candles that decide the known results. */
  readonly #decidingRows: Int32Array;
  /** Row that was found last. The search for the next one begins here. */
  #found = 0;

  /** @param lengthMs duration of the trades, a multiple of the base step */
  constructor(history: History, lengthMs: number) {
    const { base, baseStepSeconds, candles } = history;
    this.#history = history;
    this.#lengthMs = lengthMs;
    this.#silenceMs = silenceMsOf(baseStepSeconds * 1_000);
    this.#lastEndMs = base.length === 0 ? -Infinity : this.#endMs(base.length - 1);
    this.#results = new Int8Array(candles.length);
    this.#decidingRows = new Int32Array(candles.length);
    this.byteLength = this.#results.byteLength + this.#decidingRows.byteLength;
  }

  /** Returns the result of a CALL that enters at the close of candle `row`, one of `RESULT_CODES`. */
  ofCall(row: number): number {
    const known = this.#results[row] ?? 0;
    return known === 0 ? this.#decide(row) : known - KNOWN;
  }

  /**
   * Returns the price that decides the trade, the last known price of a void trade; NaN while pending. The result must
   * be known.
   */
  settlePrice(row: number): number {
    return this.#history.base.close[this.#decidingRows[row] ?? NO_ROW] ?? NaN;
  }

  #decide(row: number): number {
    const entryMs = entryMsAt(this.#history, row);
    const expiryMs = entryMs + this.#lengthMs;
    const isPending = expiryMs > this.#lastEndMs;
    const deciding = isPending ? NO_ROW : this.#find(expiryMs);
    const result = isPending ? RESULT_CODES.pending : this.#resultAt(row, deciding, entryMs, expiryMs);
    this.#decidingRows[row] = deciding;
    this.#results[row] = result + KNOWN;
    return result;
  }

  #resultAt(row: number, deciding: number, entryMs: number, expiryMs: number): number {
    const { base, candles } = this.#history;
    if (!hadMarket(this.#endMs(deciding), entryMs, expiryMs, this.#silenceMs)) return RESULT_CODES.void;
    return CODE[outcomeAt('CALL', at(candles.close, row), at(base.close, deciding))];
  }

  /** Returns the end of a base candle, epoch milliseconds. */
  #endMs(baseRow: number): number {
    const { base, baseStepSeconds } = this.#history;
    return (at(base.time, baseRow) + baseStepSeconds) * 1_000;
  }

  /**
   * Finds the last base candle that ends at or before an expiry. The step doubles until it passes the expiry, and is
   * then halved: trades of one run expire a few candles apart.
   */
  #find(expiryMs: number): number {
    const { length } = this.#history.base;
    let row = this.#endMs(this.#found) <= expiryMs ? this.#found : 0;
    let step = 1;
    while (row + step < length && this.#endMs(row + step) <= expiryMs) {
      row += step;
      step *= 2;
    }
    for (; step >= 1; step /= 2) if (row + step < length && this.#endMs(row + step) <= expiryMs) row += step;
    this.#found = row;
    return row;
  }
}
