import { readFileSync } from 'node:fs';
import type { WireSetup } from './oracle-setup.ts';
import type { OracleCandle, OracleResult } from './oracle-types.ts';

/**
 * A 1-minute candle: minutes since `start`, the open in points, then high, low and close in points relative to the
 * open.
 */
export type GoldenRow = readonly [minute: number, open: number, high: number, low: number, close: number];

/** Results of one setup: the number of findings of each kind, and the first ones in full. */
export type PcrGoldenCase = {
  readonly name: string;
  readonly setup: WireSetup;
  readonly expected: Omit<OracleResult, 'candles'> & { readonly counts: Readonly<Record<string, number>> };
};

/** Content of `pcr.golden.json`: candles of the simulated market and the results of `pcrOracle` on them. */
export type PcrGolden = {
  readonly symbol: string;
  readonly seed: number;
  readonly decimals: number;
  /** Time of minute 0, epoch seconds. */
  readonly start: number;
  readonly cases: readonly PcrGoldenCase[];
  readonly rows: readonly GoldenRow[];
};

export const PCR_GOLDEN_FILE = new URL('./pcr.golden.json', import.meta.url);

export const readPcrGolden = (): PcrGolden => JSON.parse(readFileSync(PCR_GOLDEN_FILE, 'utf8'));

/** Returns the base candles of a golden file. Each price is the double nearest to its decimal text. */
export const goldenCandles = ({ rows, start, decimals }: PcrGolden): readonly OracleCandle[] =>
  rows.map(([minute, open, high, low, close]) => {
    const price = (points: number): number => Number(`${points}e-${decimals}`);
    return {
      time: start + minute * 60,
      open: price(open),
      high: price(open + high),
      low: price(open + low),
      close: price(open + close),
    };
  });

const FIRST = { sequences: 6, zones: 6, signals: 20 };
const tally = (prefix: string, values: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(values)].toSorted().map((one) => [prefix + one, values.filter((v) => v === one).length]),
  );

/** Converts a result to the form of a golden file. */
export const goldenOf = ({
  candles,
  sequences,
  zones,
  signals,
  rejected,
}: OracleResult): PcrGoldenCase['expected'] => ({
  counts: {
    candles,
    sequences: sequences.length,
    valid: sequences.filter(({ is_valid: isValid }) => isValid).length,
    zones: zones.length,
    signals: signals.length,
    ...tally(
      'zone_',
      zones.map(({ state }) => state),
    ),
    ...tally(
      'signal_',
      signals.map(({ outcome }) => outcome),
    ),
  },
  rejected,
  sequences: sequences.slice(0, FIRST.sequences),
  zones: zones.slice(0, FIRST.zones),
  signals: signals.slice(0, FIRST.signals),
});
