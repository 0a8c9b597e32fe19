import { formatLength, type TradeLength } from '@vigia/core/trades';
import { yieldToEventLoop } from '#platform/clock/yield-to-event-loop.ts';
import type { MarketData } from '../../market-data/index.ts';
import type { Payouts } from '../threads/payouts.ts';

const HOUR_MS = 3_600_000;

/**
 * Reads the payouts of the running source for trades of these durations in each hour of a span. A duration that the
 * source does not offer gets `otherwiseBp`. Other requests run between two durations, because a sweep may have hundreds
 * of durations.
 * @param span epoch seconds, `toTime` exclusive
 */
export async function sourcePayouts(
  market: Pick<MarketData, 'payoutBp'>,
  symbol: string,
  lengths: readonly TradeLength[],
  span: { readonly fromTime: number; readonly toTime: number },
  otherwiseBp: number,
): Promise<Payouts> {
  const firstHour = Math.floor((span.fromTime * 1_000) / HOUR_MS);
  const hours = Math.floor((span.toTime * 1_000) / HOUR_MS) - firstHour + 1;
  const tableOf = (length: TradeLength): Int32Array =>
    Int32Array.from(
      { length: hours },
      (_, hour) => market.payoutBp(symbol, length, (firstHour + hour) * HOUR_MS) ?? otherwiseBp,
    );
  const byLength = new Map<string, Int32Array>();
  for (const length of lengths) {
    const key = formatLength(length);
    if (byLength.has(key)) continue;
    byLength.set(key, tableOf(length));
    await yieldToEventLoop();
  }
  return { kind: 'hourly', firstHour, byLength };
}
