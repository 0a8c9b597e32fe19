import type { MarketData } from '../../market-data/index.ts';
import type { Payouts } from '../threads/payouts.ts';

const HOUR_MS = 3_600_000;

/**
 * What the running source pays for contracts of these lengths in each hour of a span; where it offers none of a length,
 * `otherwiseBp`.
 * @param span epoch seconds, `toTime` exclusive
 */
export function sourcePayouts(
  market: Pick<MarketData, 'payoutBp'>,
  symbol: string,
  expiriesMin: readonly number[],
  span: { readonly fromTime: number; readonly toTime: number },
  otherwiseBp: number,
): Payouts {
  const firstHour = Math.floor((span.fromTime * 1_000) / HOUR_MS);
  const hours = Math.floor((span.toTime * 1_000) / HOUR_MS) - firstHour + 1;
  const tableOf = (expiryMin: number): Int32Array =>
    Int32Array.from(
      { length: hours },
      (_, hour) => market.payoutBp(symbol, expiryMin, (firstHour + hour) * HOUR_MS) ?? otherwiseBp,
    );
  const byExpiry = new Map([...new Set(expiriesMin)].map((expiryMin) => [expiryMin, tableOf(expiryMin)]));
  return { kind: 'hourly', firstHour, byExpiry };
}
