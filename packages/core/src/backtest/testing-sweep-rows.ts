import type { SweepLayout, SweepVariant } from './index.ts';
import { strategy } from './testing.ts';

/** Numbers of won, lost and tied trades, sum of payouts in basis points, and profit in cents. */
type Record5 = readonly [won: number, lost: number, tied: number, payoutBpSum: number, profitMinor: number];

/** Returns the results of trades at a payout of 85 %. */
export const record = (won: number, lost: number, profitMinor: number, tied = 0): Record5 => [
  won,
  lost,
  tied,
  8_500 * (won + lost),
  profitMinor,
];
export const NOTHING = record(0, 0, 0);

const variant = (fast: number): SweepVariant => ({ values: { fast }, subject: strategy('moving_average') });
export const variants = (count: number) => Array.from({ length: count }, (_, index) => variant(index));
/** Three parts and twelve blocks. */
export const LAYOUT: SweepLayout = {
  boundsMs: Float64Array.of(0, 100, 200, 300),
  blocks: { lengthMs: 10, first: 0, count: 12 },
};
export type Blocks = readonly (readonly [decided: number, won: number, returns: number])[];
export const EMPTY: Blocks = Array.from({ length: 12 }, () => [0, 0, 0] as const);
/** Results on all data and on each part. */
export type Variant = readonly [Record5, Record5, Record5, Record5];

/** Returns the rows of a sweep, one for each variant. */
export const rowsWith = (each: readonly { records: Variant; blocks: Blocks; overlap: number }[]): Float64Array =>
  Float64Array.from(each.flatMap(({ records, blocks, overlap }) => [...records.flat(), ...blocks.flat(), overlap]));
