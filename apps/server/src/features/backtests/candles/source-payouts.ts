import { setImmediate as othersTurn } from 'node:timers/promises';
import { minutesLong } from '@vigia/core/trades';
import type { MarketData } from '../../market-data/index.ts';
import type { Payouts } from '../threads/payouts.ts';

const HOUR_MS = 3_600_000;

/**
 * Reads the payouts of the running source for contracts of these durations in each hour of a span. A duration that the
 * source does not offer gets `otherwiseBp`. Other requests run between two durations, because a sweep may have hundreds
 * of them.
 * @param span epoch seconds, `toTime` exclusive
 */
export async function sourcePayouts(
  market: Pick<MarketData, 'payoutBp'>,
  symbol: string,
  expiriesMin: readonly number[],
  span: { readonly fromTime: number; readonly toTime: number },
  otherwiseBp: number,
): Promise<Payouts> {
  const firstHour = Math.floor((span.fromTime * 1_000) / HOUR_MS);
  const hours = Math.floor((span.toTime * 1_000) / HOUR_MS) - firstHour + 1;
  const tableOf = (expiryMin: number): Int32Array =>
    Int32Array.from(
      { length: hours },
      (_, hour) => market.payoutBp(symbol, minutesLong(expiryMin), (firstHour + hour) * HOUR_MS) ?? otherwiseBp,
    );
  const byExpiry = new Map<number, Int32Array>();
  for (const expiryMin of new Set(expiriesMin)) {
    byExpiry.set(expiryMin, tableOf(expiryMin));
    await othersTurn();
  }
  return { kind: 'hourly', firstHour, byExpiry };
}
