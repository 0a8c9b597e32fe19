import { type CandleColumns, candleAt, columnsOf } from '@vigia/core/candles';
import { ok, type Result } from '@vigia/core/kernel';
import type { Unmet } from './client.ts';
import { HISTORY_ROWS_MAX } from './wire/requests.ts';

const MINUTE_MS = 60_000;

type Read = (fromMs: number, toMs: number) => Promise<Result<CandleColumns, Unmet>>;
type Page = { readonly fromMs: number; readonly toMs: number; readonly candles: CandleColumns };

/**
 * The last page of 1-minute candles of each asset. History is filled backwards, a few hours at a time, where one
 * answer of Deriv's holds three days: without it the fill would use up the requests a minute allows.
 */
export class MinuteCache {
  readonly #pages = new Map<string, Page>();

  /** Candles of fromMs ≤ begin < toMs. @param closedMs up to where candles are closed: what is later is not kept */
  async candles(
    symbol: string,
    span: { readonly fromMs: number; readonly toMs: number; readonly closedMs: number },
    read: Read,
  ): Promise<Result<CandleColumns, Unmet>> {
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
