import { epochMs, type MinorUnits, minorUnits, price, type Ratio, ratio } from '#kernel/index.ts';
import type { SettleableSignal, Settlement } from '#pcr/index.ts';
import { profitOfWin } from '#trades/index.ts';
import { type BacktestTrade, type Payout, RESULT_CODES, type TradeColumns } from './backtest.ts';

const BASIS_POINTS = 10_000;
const INITIAL_CAPACITY = 1_024;

const CODE = {
  won: RESULT_CODES.won,
  lost: RESULT_CODES.lost,
  tie: RESULT_CODES.tied,
  void: RESULT_CODES.void,
} as const;

/** Columns of trades that are still being written. */
export type Columns = { -readonly [Name in keyof TradeColumns]: TradeColumns[Name] };

/** Allocates columns for trades, all zero. */
export const emptyTrades = (length: number): Columns => ({
  length,
  entryMs: new Float64Array(length),
  expiryMs: new Float64Array(length),
  direction: new Int8Array(length),
  entryPrice: new Float64Array(length),
  settlePrice: new Float64Array(length),
  result: new Int8Array(length),
  payoutBp: new Int32Array(length),
  profitMinor: new Float64Array(length),
});

/**
 * Records signals when they are published and outcomes when they are decided. Outcomes have the order of the signals.
 */
export class TradeLog {
  readonly #payout: Payout;
  readonly #stakeMinor: MinorUnits;
  #trades = emptyTrades(INITIAL_CAPACITY);
  #opened = 0;
  #settled = 0;
  /** Cache of the last payout: most consecutive trades have the same payout. */
  #payoutRatio = NaN;
  #payoutBp = 0;
  #profitMinor = 0;

  constructor(payout: Payout, stakeMinor: MinorUnits) {
    this.#payout = payout;
    this.#stakeMinor = stakeMinor;
    if (typeof payout === 'number') this.#price(payout);
  }

  open({ entryTime, expirationTime, direction, entryPrice }: SettleableSignal): void {
    if (this.#opened === this.#trades.length) this.#grow();
    if (typeof this.#payout !== 'number') this.#price(this.#payout(entryTime));
    const row = this.#opened;
    const trades = this.#trades;
    trades.entryMs[row] = entryTime;
    trades.expiryMs[row] = expirationTime;
    trades.direction[row] = direction === 'CALL' ? 1 : -1;
    trades.entryPrice[row] = entryPrice;
    trades.settlePrice[row] = NaN;
    trades.result[row] = RESULT_CODES.pending;
    trades.payoutBp[row] = this.#payoutBp;
    // The field contains the profit of a win until the outcome is known.
    trades.profitMinor[row] = this.#profitMinor;
    this.#opened += 1;
  }

  settle({ outcome, settlePrice }: Settlement<SettleableSignal>): void {
    const row = this.#settled;
    const trades = this.#trades;
    trades.settlePrice[row] = settlePrice ?? NaN;
    trades.result[row] = CODE[outcome];
    if (outcome !== 'won') trades.profitMinor[row] = outcome === 'lost' ? -this.#stakeMinor : 0;
    this.#settled += 1;
  }

  #price(payoutRatio: Ratio): void {
    if (payoutRatio === this.#payoutRatio) return;
    this.#profitMinor = profitOfWin(this.#stakeMinor, payoutRatio);
    this.#payoutBp = Math.round(payoutRatio * BASIS_POINTS);
    this.#payoutRatio = payoutRatio;
  }

  #grow(): void {
    const before = this.#trades;
    this.#trades = emptyTrades(before.length * 2);
    this.#trades.entryMs.set(before.entryMs);
    this.#trades.expiryMs.set(before.expiryMs);
    this.#trades.direction.set(before.direction);
    this.#trades.entryPrice.set(before.entryPrice);
    this.#trades.settlePrice.set(before.settlePrice);
    this.#trades.result.set(before.result);
    this.#trades.payoutBp.set(before.payoutBp);
    this.#trades.profitMinor.set(before.profitMinor);
  }

  /** Returns all trades so far. A pending trade is neither won nor lost. */
  finish(): TradeColumns {
    const trades = this.#trades;
    const length = this.#opened;
    trades.profitMinor.fill(0, this.#settled, length);
    return firstTrades(trades, length);
  }
}

/** Returns the first trades of columns; the result shares their memory. */
export const firstTrades = (trades: TradeColumns, length: number): TradeColumns => ({
  length,
  entryMs: trades.entryMs.subarray(0, length),
  expiryMs: trades.expiryMs.subarray(0, length),
  direction: trades.direction.subarray(0, length),
  entryPrice: trades.entryPrice.subarray(0, length),
  settlePrice: trades.settlePrice.subarray(0, length),
  result: trades.result.subarray(0, length),
  payoutBp: trades.payoutBp.subarray(0, length),
  profitMinor: trades.profitMinor.subarray(0, length),
});

const RESULT_NAME = new Map<number, BacktestTrade['result']>([
  [RESULT_CODES.won, 'won'],
  [RESULT_CODES.lost, 'lost'],
  [RESULT_CODES.tied, 'tied'],
  [RESULT_CODES.void, 'void'],
  [RESULT_CODES.pending, 'pending'],
]);

const cell = (column: Float64Array | Int8Array | Int32Array, row: number): number => column[row] ?? NaN;

/** Returns row `row`, which must exist, as a trade. */
export function tradeAt(trades: TradeColumns, row: number): BacktestTrade {
  const settlePrice = cell(trades.settlePrice, row);
  return {
    entryMs: epochMs(cell(trades.entryMs, row)),
    expiryMs: epochMs(cell(trades.expiryMs, row)),
    direction: cell(trades.direction, row) === 1 ? 'CALL' : 'PUT',
    entryPrice: price(cell(trades.entryPrice, row)),
    settlePrice: Number.isNaN(settlePrice) ? null : price(settlePrice),
    result: RESULT_NAME.get(cell(trades.result, row)) ?? 'pending',
    payoutRatio: ratio(cell(trades.payoutBp, row) / BASIS_POINTS),
    profitMinor: minorUnits(cell(trades.profitMinor, row)),
  };
}
