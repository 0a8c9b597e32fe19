import { type Ratio, ratio } from '@vigia/core/kernel';

const HOUR_MS = 3_600_000;
const BASIS_POINTS = 10_000;

/** The payout of a win: fixed, or that of the source in each hour for each expiry, in plain numbers for a thread. */
export type Payouts =
  | { readonly kind: 'fixed'; readonly ratio: number }
  | {
      readonly kind: 'hourly';
      /** Hours since the epoch of each table's first entry. */
      readonly firstHour: number;
      /** By expiry in minutes: basis points, one an hour. */
      readonly byExpiry: ReadonlyMap<number, Int32Array>;
    };

/** The payout of each moment for contracts of `expiryMin`. @throws Error if the tables hold no such contract */
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
