import { type Ratio, ratio } from '@vigia/core/kernel';

const HOUR_MS = 3_600_000;
const BASIS_POINTS = 10_000;

/**
 * The payouts of wins as plain numbers that can be sent to a thread: one fixed payout, or the payouts of the source for
 * each hour and duration.
 */
export type Payouts =
  | { readonly kind: 'fixed'; readonly ratio: number }
  | {
      readonly kind: 'hourly';
      /** Number of hours from the epoch to the first entry of each table. */
      readonly firstHour: number;
      /** Tables of payouts by duration in minutes. A table has one value in basis points per hour. */
      readonly byExpiry: ReadonlyMap<number, Int32Array>;
    };

/**
 * Returns the payout of contracts of `expiryMin` minutes: a fixed payout, or a function of the time of entry.
 * @throws Error if the tables do not contain this duration
 */
export function payoutAt(payouts: Payouts, expiryMin: number): Ratio | ((entryMs: number) => Ratio) {
  if (payouts.kind === 'fixed') return ratio(payouts.ratio);
  const table = payouts.byExpiry.get(expiryMin);
  if (table === undefined) throw new Error(`no payouts of contracts of ${expiryMin} minutes`);
  const last = table.length - 1;
  return (entryMs) => {
    const hour = Math.floor(entryMs / HOUR_MS) - payouts.firstHour;
    return ratio((table[Math.min(Math.max(hour, 0), last)] ?? 0) / BASIS_POINTS);
  };
}
