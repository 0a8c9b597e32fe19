import type { BrokerContract, ContractLength } from '@vigia/broker-kit/port';
import { type EpochMs, epochMs } from '@vigia/core/kernel';
import type { AvailableContract } from './wire/replies.ts';

/** Durations that Vigía offers, in seconds. The limits of each asset select the durations that Deriv sells. */
const DURATIONS_S: readonly number[] = [
  15, 30, 60, 120, 180, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400,
];
/** Largest number of ticks of a Rise/Fall contract (docs/spec/brokers/deriv.md §3). */
const TICKS_MAX = 10;
/**
 * Assumed time between ticks, to estimate the end of a contract with a duration in ticks. If the ticks are slower, the
 * contract is read again after the estimate.
 */
const SLOW_TICK_MS = 2_000;

const UNIT_S: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

type Span = { readonly min: number; readonly max: number };

/**
 * The contract durations that Deriv sells for an asset: a range of seconds and, if it sells them, a range of ticks.
 * Both ends are included.
 */
export type LengthLimits = { readonly minS: number; readonly maxS: number; readonly ticks: Span | null };

/** Returns the durations of these available contracts; null if none of them has a duration in seconds. */
export function lengthLimits(rows: readonly AvailableContract[]): LengthLimits | null {
  const times = spanOf(rows.filter((row) => row.expiry_type !== 'tick').map((row) => spanIn(row, secondsOf)));
  const ticks = spanOf(rows.filter((row) => row.expiry_type === 'tick').map((row) => spanIn(row, ticksOf)));
  return times && { minS: times.min, maxS: times.max, ticks };
}

/** Returns the durations within the limits that Vigía offers. */
export function lengthsWithin({ minS, maxS, ticks }: LengthLimits) {
  const durationsS = DURATIONS_S.filter((durationS) => durationS >= minS && durationS <= maxS);
  return ticks === null ? { durationsS } : { durationsS, durationTicks: countsIn(ticks) };
}

const countsIn = ({ min, max }: Span): readonly number[] =>
  Array.from({ length: TICKS_MAX }, (_, index) => index + 1).filter((count) => count >= min && count <= max);

/** Returns whether Deriv sells a contract of this duration. */
export function isSold({ minS, maxS, ticks }: LengthLimits, { durationS, durationTicks }: ContractLength): boolean {
  if (durationS !== undefined) return durationS >= minS && durationS <= maxS;
  return ticks !== null && durationTicks >= ticks.min && durationTicks <= ticks.max;
}

/** Returns the durations as text, for the detail of a fault. */
export const lengthLimitsText = ({ minS, maxS, ticks }: LengthLimits): string =>
  `sold from ${minS} to ${maxS} s${ticks === null ? '' : `, or ${ticks.min} to ${ticks.max} ticks`}`;

/** Returns only the duration fields of a value. */
export const lengthOf = ({ durationS, durationTicks }: ContractLength): ContractLength =>
  durationS === undefined ? { durationTicks } : { durationS };

/** Returns the end of an order's contract. For a contract with a duration in ticks it is an estimate. */
export const contractEndOf = (
  { durationS, durationTicks }: ContractLength,
  openedAtMs: EpochMs,
): Pick<BrokerContract, 'expiryMs' | 'ticks'> =>
  durationS === undefined
    ? { expiryMs: estimatedEnd(openedAtMs, durationTicks), ticks: { total: durationTicks, passed: 0 } }
    : { expiryMs: epochMs(openedAtMs + durationS * 1_000) };

/**
 * Estimates the end of a contract with a duration in ticks: the entry is the tick after the start, and the ticks follow
 * it.
 */
export const estimatedEnd = (openedAtMs: EpochMs, ticks: number): EpochMs =>
  epochMs(openedAtMs + (ticks + 1) * SLOW_TICK_MS);

const spanIn = (row: AvailableContract, read: (text: string) => number | null): Span | null => {
  const [min, max] = [read(row.min_contract_duration), read(row.max_contract_duration)];
  return min === null || max === null ? null : { min, max };
};

function spanOf(spans: readonly (Span | null)[]): Span | null {
  const read = spans.filter((span) => span !== null);
  if (read.length === 0) return null;
  return { min: Math.min(...read.map(({ min }) => min)), max: Math.max(...read.map(({ max }) => max)) };
}

/** Returns the seconds of a duration such as `15s`, `1m` or `365d`; null for a number of ticks. */
function secondsOf(text: string): number | null {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const unitS = UNIT_S[unit];
  return unitS === undefined ? null : Number(count) * unitS;
}

/** Returns the number of ticks of a duration such as `5t`; null for a time. */
const ticksOf = (text: string): number | null => (/^\d+t$/.test(text) ? Number(text.slice(0, -1)) : null);
