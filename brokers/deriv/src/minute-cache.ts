import { type CandleColumns, candleAt, columnsOf } from '@vigia/core/candles';
import { ok, type Result } from '@vigia/core/kernel';
import type { RequestFailure } from './client.ts';
import { HISTORY_ROWS_MAX } from './wire/requests.ts';

const MINUTE_MS = 60_000;

type Read = (fromMs: number, toMs: number) => Promise<Result<CandleColumns, RequestFailure>>;
type Page = { readonly fromMs: number; readonly toMs: number; readonly candles: CandleColumns };

/**
 * Caches the last page of 1-minute candles of each asset. Callers read history backwards, a few hours at a time, and
 * one response of Deriv contains three days. Without the cache, these reads would exceed Deriv's request limit.
 */
export class MinuteCache {
  readonly #pages = new Map<string, Page>();

  /**
   * Returns the candles with fromMs ≤ open time < toMs. @param closedMs candles that end later are not closed and not
   * cached
   */
  async candles(
    symbol: string,
    span: { readonly fromMs: number; readonly toMs: number; readonly closedMs: number },
    read: Read,
  ): Promise<Result<CandleColumns, RequestFailure>> {
    const { fromMs, closedMs } = span;
    const toMs = Math.min(span.toMs, closedMs);
    const kept = this.#pages.get(symbol);
    if (kept && kept.fromMs <= fromMs && toMs <= kept.toMs) return ok(between(kept.candles, fromMs, toMs));
    const pageFromMs = Math.min(fromMs, Math.max(0, toMs - HISTORY_ROWS_MAX * MINUTE_MS));
    const fresh = await read(pageFromMs, toMs);
    if (!fresh.ok) return fresh;
    this.#pages.set(symbol, { fromMs: pageFromMs, toMs, candles: fresh.value });
    return ok(between(fresh.value, fromMs, toMs));
  }
}

function between(candles: CandleColumns, fromMs: number, toMs: number): CandleColumns {
  const rows = Array.from({ length: candles.length }, (_, row) => candleAt(candles, row));
  return columnsOf(rows.filter(({ time }) => time * 1_000 >= fromMs && time * 1_000 < toMs));
}
