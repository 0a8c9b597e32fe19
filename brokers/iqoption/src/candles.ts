import type { BrokerFault } from '@vigia/broker-kit/port';
import { type Candle, type CandleColumns, columnsOf } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { IqClient } from './client.ts';
import { faultOf } from './errors.ts';
import { Candles, type WireCandle } from './wire/messages.ts';

/** Candle lengths that the broker offers, in seconds, according to community sources. */
const SIZES_S: ReadonlySet<number> = new Set([
  1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 604_800, 2_592_000,
]);
/** Largest number of candles in one response, according to community sources. */
export const CANDLES_PAGE = 1_000;
const MAX_PAGES = 100;

export type CandleRange = {
  readonly activeId: number;
  readonly sizeS: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/**
 * Reads the candles with fromMs ≤ time < toMs, ascending, including the forming candle. Requests page after page, from
 * the end backwards.
 */
export async function readCandles(
  client: IqClient,
  { activeId, sizeS, fromMs, toMs }: CandleRange,
): Promise<Result<readonly WireCandle[], BrokerFault>> {
  if (!SIZES_S.has(sizeS)) return err({ kind: 'unknown', detail: `no candles of ${sizeS} s` });
  const found = new Map<number, WireCandle>();
  let toS = Math.ceil(toMs / 1000);
  for (let page = 0; page < MAX_PAGES && toS * 1000 > fromMs; page++) {
    const count = Math.min(CANDLES_PAGE, Math.ceil((toS - fromMs / 1000) / sizeS) + 1);
    const body = { active_id: activeId, size: sizeS, to: toS, count };
    const reply = await client.call({ name: 'quotes-history.get-candles', version: '2.0', body });
    if (!reply.ok) return err(faultOf(reply.error));
    const read = Candles.safeParse(reply.value);
    if (!read.success) return err({ kind: 'unknown', detail: 'candles could not be read' });
    for (const candle of read.data.candles) found.set(candle.from, candle);
    const oldestS = Math.min(...read.data.candles.map(({ from }) => from));
    if (!(oldestS < toS)) break;
    toS = oldestS;
  }
  const candles = [...found.values()].filter(({ from }) => from * 1000 >= fromMs && from * 1000 < toMs);
  return ok(candles.toSorted((a, b) => a.from - b.from));
}

/** Returns only the closed candles. @param nowMs the broker's time; candles that end later are left out */
export const closedCandleColumns = (candles: readonly WireCandle[], nowMs: number): CandleColumns =>
  columnsOf(
    candles
      .filter(({ to }) => to * 1000 <= nowMs)
      .map(({ from, open, max, min, close }): Candle => ({ time: from, open, high: max, low: min, close })),
  );
