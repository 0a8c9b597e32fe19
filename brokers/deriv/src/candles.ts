import { type Candle, type CandleColumns, columnsOf, type TickColumns } from '@vigia/core/candles';
import { ok, type Result } from '@vigia/core/kernel';
import type { DerivClient, RequestFailure } from './client.ts';
import { CandleHistory, TickHistory } from './wire/replies.ts';
import { candleHistory, HISTORY_ROWS_MAX, tickHistory } from './wire/requests.ts';

/** Candle sizes that Deriv offers, in seconds. */
export const GRANULARITIES_S: ReadonlySet<number> = new Set([
  60, 120, 180, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400,
]);

/**
 * Reads the closed candles with fromMs ≤ open time < toMs, ascending. @param nowMs Deriv's time; a candle that ends
 * later is not closed
 */
export async function readCandles(
  client: DerivClient,
  theirs: string,
  sizeS: number,
  span: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
): Promise<Result<CandleColumns, RequestFailure>> {
  const fromS = Math.ceil(Math.max(0, span.fromMs) / 1_000);
  const endS = Math.min(Math.ceil(span.toMs / 1_000), Math.floor(span.nowMs / 1_000) - sizeS + 1);
  const candles: Candle[] = [];
  for (const [startS, lastS] of pages(fromS, endS, sizeS)) {
    const page = await client.ask(candleHistory(theirs, sizeS, startS, lastS), CandleHistory);
    if (!page.ok) return page;
    for (const { epoch, ...prices } of page.value.candles) {
      const isInside = epoch >= startS && epoch <= lastS && epoch > (candles.at(-1)?.time ?? -Infinity);
      if (isInside) candles.push({ time: epoch, ...prices });
    }
  }
  return ok(columnsOf(candles));
}

/** Reads past ticks with fromMs ≤ time < toMs, ascending. */
export async function readTicks(
  client: DerivClient,
  theirs: string,
  fromMs: number,
  toMs: number,
): Promise<Result<TickColumns, RequestFailure>> {
  const timeMs: number[] = [];
  const price: number[] = [];
  for (const [startS, lastS] of pages(Math.ceil(Math.max(0, fromMs) / 1_000), Math.ceil(toMs / 1_000), 1)) {
    const page = await client.ask(tickHistory(theirs, startS, lastS), TickHistory);
    if (!page.ok) return page;
    const { times, prices } = page.value.history;
    times.forEach((timeS, index) => {
      const quote = prices[index];
      const isInside = timeS >= startS && timeS <= lastS && timeS * 1_000 > (timeMs.at(-1) ?? -Infinity);
      if (quote === undefined || !isInside) return;
      timeMs.push(timeS * 1_000);
      price.push(quote);
    });
  }
  return ok({ length: timeMs.length, timeMs: Float64Array.from(timeMs), price: Float64Array.from(price) });
}

/** Splits [fromS, endS) into ranges that fit into one response each. Both ends of a range belong to it. */
function* pages(fromS: number, endS: number, stepS: number): Generator<readonly [number, number]> {
  const pageS = HISTORY_ROWS_MAX * stepS;
  for (let startS = fromS; startS < endS; startS += pageS) yield [startS, Math.min(startS + pageS, endS) - 1];
}
