import type { BrokerFault } from '@vigia/broker-kit/port';
import { type Candle, type CandleColumns, columnsOf } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import { pairOf } from './assets.ts';
import type { Client } from './client.ts';
import { EVENT_CODE } from './wire/codes.ts';
import { CandlesRow, rowsOf } from './wire/shapes.ts';

/** Candle sizes that the broker's web client offers, in seconds (docs/spec/brokers/olymptrade.md §2, row 10). */
const SIZES_S: ReadonlySet<number> = new Set([5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600]);
const MAX_REQUESTS = 100;

/**
 * Reads the closed candles with fromMs ≤ time < toMs, page by page, newest first. A request contains only the end of
 * its page. The number of candles on a page is not known.
 */
export async function candleHistory(
  client: Client,
  symbol: string,
  timeframeS: number,
  { fromMs, toMs, nowMs }: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
): Promise<Result<CandleColumns, BrokerFault>> {
  if (!SIZES_S.has(timeframeS)) return err({ kind: 'unknown', detail: `no candles of ${timeframeS} s` });
  const byTime = new Map<number, Candle>();
  const untilS = Math.min(toMs, nowMs - timeframeS * 1_000 + 1) / 1_000;
  let endS = Math.ceil(Math.min(toMs, nowMs) / 1_000);
  for (let request = 0; request < MAX_REQUESTS && endS * 1_000 > fromMs; request += 1) {
    const got = await ask(client, symbol, timeframeS, endS);
    if (!got.ok) return got;
    const oldestS = Math.min(...got.value.map(({ time }) => time));
    for (const candle of got.value) byTime.set(candle.time, candle);
    if (got.value.length === 0 || oldestS >= endS) break;
    endS = oldestS;
  }
  const inside = [...byTime.values()].filter(({ time }) => time * 1_000 >= fromMs && time < untilS);
  return ok(columnsOf(inside.toSorted((a, b) => a.time - b.time)));
}

async function ask(
  client: Client,
  symbol: string,
  size: number,
  to: number,
): Promise<Result<readonly Candle[], BrokerFault>> {
  await client.turn();
  const reply = await client.ask(EVENT_CODE.candles, [{ pair: pairOf(symbol), size, to, solid: true }]);
  if (!reply.ok) return err({ kind: 'network', detail: `candles: ${reply.error}` });
  const [row] = rowsOf(CandlesRow, reply.value.d);
  if (!row) return err({ kind: 'unknown', detail: 'candles: another shape' });
  return ok(
    row.candles.flatMap(({ t, time = t, open, high, low, close }) =>
      time === undefined ? [] : [{ time, open, high, low, close }],
    ),
  );
}
