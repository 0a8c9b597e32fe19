import { at, type CandleColumns } from '#candles/index.ts';
import { err, ok, type Result } from '#kernel/index.ts';
import { checkExpiry, type History } from '#pcr/index.ts';
import type { TradeLength } from '#trades/index.ts';
import {
  type BacktestError,
  type BacktestOptions,
  type BacktestSubject,
  lengthOfSubject,
  type Payout,
  RESULT_CODES,
  type TradeColumns,
} from './backtest.ts';
import { decidingTicks, historyOf, runThroughHistory } from './run-backtest.ts';
import { SharedHistory } from './shared-history.ts';
import { variantFieldIndexes } from './sweep-layout.ts';
import type { SweepLayout, SweepRows, SweepVariant } from './sweep-types.ts';
import { addTrade } from './tally.ts';
import { addTradeToBlock, overlaps } from './trade-blocks.ts';

/**
 * Adds a variant's trades to its records and blocks. A block is a span of time with the sums of the trades that enter
 * in it. Every trade belongs to the record of all data. A trade that enters and expires in one part also belongs to the
 * record of this part. A trade that crosses a bound belongs to no part, because its outcome is not known at the bound.
 */
function tally(rows: SweepRows, layout: SweepLayout, variant: number, trades: TradeColumns): void {
  const { boundsMs, blocks } = layout;
  const places = variantFieldIndexes(layout);
  const own = rows.subarray(variant * places.fields, (variant + 1) * places.fields);
  let part = 0;
  // Pending trades are at the end of the list and are not counted.
  for (let row = 0; row < trades.length && trades.result[row] !== RESULT_CODES.pending; row += 1) {
    while (at(trades.entryMs, row) >= at(boundsMs, part + 1)) part += 1;
    addTrade(own, 0, trades, row);
    if (at(trades.expiryMs, row) <= at(boundsMs, part + 1)) addTrade(own, 1 + part, trades, row);
    addTradeToBlock(own, places.blocks, blocks, trades, row);
  }
  own[places.overlapping] = Number(overlaps(trades));
}

/** Payouts that depend on the duration of a trade. The function returns equal payouts for equal durations. */
type PayoutByLength = { readonly ofLength: (length: TradeLength) => Payout };

export type SweepOptions = Omit<BacktestOptions, 'payout'> & { readonly payout: Payout | PayoutByLength };

/** Runs the variants of a sweep over one history. Strategies whose trades base candles decide share their work. */
class VariantRunner {
  readonly #history: History;
  readonly #options: SweepOptions;
  readonly #shared: SharedHistory;

  constructor(history: History, options: SweepOptions) {
    this.#history = history;
    this.#options = options;
    const payoutOf = (length: TradeLength): Payout => this.#payoutOf(length);
    this.#shared = new SharedHistory(history, { stakeMinor: options.stakeMinor, payoutOf });
  }

  run(subject: BacktestSubject, onProgress: (fraction: number) => boolean): Result<TradeColumns, BacktestError> {
    const options = this.#options;
    const length = lengthOfSubject(subject);
    const byTicks = decidingTicks(subject, options) !== null;
    const expiry = byTicks ? ok(null) : checkExpiry(this.#history.baseStepSeconds, length);
    if (!expiry.ok) return expiry;
    if (subject.kind === 'strategy' && !byTicks) return ok(this.#shared.trades(subject.rules));
    const run = runThroughHistory(this.#history, subject, { ...options, payout: this.#payoutOf(length), onProgress });
    return run.ok ? ok(run.value.trades) : run;
  }

  #payoutOf(length: TradeLength): Payout {
    const { payout } = this.#options;
    return typeof payout === 'object' ? payout.ofLength(length) : payout;
  }
}

/**
 * Runs variants of one sweep, all of the same timeframe, over base candles. Chunks are independent, so that several
 * threads can share a sweep.
 * @param layout layout for all variants of the sweep
 * @returns `SweepRows` for `judgeSweep`, in the order of the variants, or the first error
 */
export function sweepChunk(
  base: CandleColumns,
  variants: readonly SweepVariant[],
  layout: SweepLayout,
  options: SweepOptions,
): Result<SweepRows, BacktestError> {
  const rows = new Float64Array(variants.length * variantFieldIndexes(layout).fields);
  const [first] = variants;
  if (!first) return ok(rows);
  const history = historyOf(base, first.subject, options);
  if (!history.ok) return history;
  const runner = new VariantRunner(history.value, options);
  for (const [index, { subject }] of variants.entries()) {
    const onProgress = (fraction: number): boolean =>
      options.onProgress?.((index + fraction) / variants.length) ?? true;
    if (!onProgress(0)) return err({ reason: 'cancelled' });
    const trades = runner.run(subject, onProgress);
    if (!trades.ok) return trades;
    tally(rows, layout, index, trades.value);
  }
  return ok(rows);
}
