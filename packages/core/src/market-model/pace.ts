import { columnValueAt } from './cell.ts';

/**
 * How the ticks of a market follow each other. `uneven`: bursts and pauses, as in a real market. `even`: a tick about
 * once a second, for simulators of brokers and for tests.
 */
export type PaceKey = 'uneven' | 'even';

/** Gaps between ticks, in milliseconds. */
export type Pace = {
  /** Gap below which 0/256, 1/256 … 256/256 of all gaps lie. */
  readonly quantilesMs: Float64Array;
  /** Smallest gap. */
  readonly leastMs: number;
  /** Largest time from the start of a part of the day to its first tick. */
  readonly firstMaxMs: number;
};

const STEPS = 256;

/**
 * Quantiles of the uneven gaps: share of gaps, and gap. They follow a real feed of EURUSD (median 0.07 s, 99 % below
 * 17 s, largest 198 s in three days), except the largest: the screen takes a price older than 10 s for a lost
 * connection, so no gap is longer than 9.6 s.
 */
const UNEVEN: readonly (readonly [share: number, gapFromBits: number])[] = [
  [0, 4],
  [0.25, 10],
  [0.4, 32],
  [0.5, 75],
  [0.65, 130],
  [0.75, 500],
  [0.85, 2_000],
  [0.92, 4_800],
  [0.97, 8_600],
  [1, 9_500],
];

const EVEN: typeof UNEVEN = [
  [0, 200],
  [1, 1_800],
];

/** Interpolates a quantile between knots, in logarithms for the wide range of uneven gaps. */
function tableOf(knots: typeof UNEVEN, between: (from: number, to: number, share: number) => number): Float64Array {
  return Float64Array.from({ length: STEPS + 1 }, (_, step) => {
    const share = step / STEPS;
    const next = Math.max(
      1,
      knots.findIndex(([upTo]) => upTo >= share),
    );
    const [fromShare, fromMs] = knots[next - 1] ?? [0, 0];
    const [toShare, toMs] = knots[next] ?? [1, 0];
    return between(fromMs, toMs, (share - fromShare) / (toShare - fromShare));
  });
}

const geometric = (from: number, to: number, share: number): number => from * (to / from) ** share;
const linear = (from: number, to: number, share: number): number => from + (to - from) * share;

export const PACES: Readonly<Record<PaceKey, Pace>> = {
  uneven: { quantilesMs: tableOf(UNEVEN, geometric), leastMs: 4, firstMaxMs: 90 },
  even: { quantilesMs: tableOf(EVEN, linear), leastMs: 200, firstMaxMs: 0 },
};

/**
 * Returns the gap between two ticks, in whole milliseconds, that random bits select from the quantiles.
 * @param word 32 random bits
 */
export function gapFromBits({ quantilesMs }: Pace, word: number): number {
  const step = word >>> 24;
  const low = columnValueAt(quantilesMs, step);
  const high = columnValueAt(quantilesMs, step + 1);
  return Math.floor(low + ((high - low) * (word & 0xffffff)) / 0x1000000);
}
