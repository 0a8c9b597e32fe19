import { type Ratio, ratio } from '@vigia/core/kernel';
import { formatLength, type TradeLength } from '@vigia/core/trades';

const HOUR_MS = 3_600_000;
const BASIS_POINTS = 10_000;

/**
 * The payouts of wins as plain numbers, which can be sent to a thread. They are one fixed payout, or the payouts of the
 * source for each hour and duration.
 */
export type Payouts =
  | { readonly kind: 'fixed'; readonly ratio: number }
  | {
      readonly kind: 'hourly';
      /** Number of hours from the epoch to the first entry of each table. */
      readonly firstHour: number;
      /**
       * Tables of payouts by duration (as `formatLength` writes it). A table has one value in basis points per hour.
       */
      readonly byLength: ReadonlyMap<string, Int32Array>;
    };

/**
 * Returns the payout of trades of this duration: a fixed payout, or a function of the time of entry.
 * @throws Error if the tables do not contain this duration
 */
export function payoutAt(payouts: Payouts, length: TradeLength): Ratio | ((entryMs: number) => Ratio) {
  if (payouts.kind === 'fixed') return ratio(payouts.ratio);
  const table = payouts.byLength.get(formatLength(length));
  if (table === undefined) throw new Error(`no payouts of contracts of ${formatLength(length)}`);
  const last = table.length - 1;
  return (entryMs) => {
    const hour = Math.floor(entryMs / HOUR_MS) - payouts.firstHour;
    return ratio((table[Math.min(Math.max(hour, 0), last)] ?? 0) / BASIS_POINTS);
  };
}
