import type { CandleColumns } from '#candles/index.ts';
import type { Rng } from '#kernel/index.ts';
import { type DetectorOptions, PcrDetector } from './detector.ts';
import type { Sequence } from './run/sequence.ts';
import { completeSetup } from './setup/complete-setup.ts';
import type { PcrSetup } from './setup/setup.ts';
import type { RejectedCandidate, Settlement, Signal } from './signal/signal.ts';
import type { Zone, ZoneEnd } from './zone/zone.ts';

/** Open, high, low and close of a candle. */
export type Ohlc = readonly [open: number, high: number, low: number, close: number];

/** Start of the test data, in epoch seconds: a multiple of every timeframe, on a Wednesday. */
export const START = 1_700_006_400;
export const TEST_TIMEFRAME_S = 300;

/** Returns a setup with these valid values, and with defaults for the rest. */
export const setupOf = (input: object): PcrSetup => completeSetup(input);

/** Neutral candles of range 1. After them the ATR is exactly 1 and no run is open. */
export const CALM_CANDLES: readonly Ohlc[] = Array.from({ length: 15 }, () => [100, 100.5, 99.5, 100]);

/** Three strong green candles from 100 to 102.25, each with a true range of exactly 1. */
export const GREEN_RUN: readonly Ohlc[] = [
  [100, 100.875, 99.875, 100.75],
  [100.75, 101.625, 100.625, 101.5],
  [101.5, 102.375, 101.375, 102.25],
];

/**
 * A candle that breaks GREEN_RUN. The zone that it creates: extreme 102.5, zona_fina 102.25, zona_ancha 101.5,
 * punto_optimo 102.3125, zona_fina_fifty 102.375, zona_ancha_fifty 102, punto_optimo_fifty 101.90625. The ATR stays 1.
 */
export const BREAKING_CANDLE: Ohlc = [102.25, 102.5, 101.5, 101.75];

/** The candles that create the supply zone described at BREAKING_CANDLE. */
export const SUPPLY_ZONE: readonly Ohlc[] = [...CALM_CANDLES, ...GREEN_RUN, BREAKING_CANDLE];

/** Returns the candles mirrored around the price 100. */
export const mirrored = (candles: readonly Ohlc[]): Ohlc[] =>
  candles.map(([open, high, low, close]) => [200 - open, 200 - low, 200 - high, 200 - close]);

export type ObservedFindings = {
  readonly sequences: Sequence[];
  readonly zones: Zone[];
  readonly ends: { zone: Zone; end: ZoneEnd; at: number }[];
  readonly signals: Signal[];
  readonly rejected: RejectedCandidate[];
  readonly settlements: Settlement[];
};

export const nothingObserved = (): ObservedFindings => ({
  sequences: [],
  zones: [],
  ends: [],
  signals: [],
  rejected: [],
  settlements: [],
});

/** A detector that receives one candle at a time, and a record of its events. */
export class Scenario {
  readonly seen: ObservedFindings;
  readonly detector: PcrDetector;
  /** Open time of the next candle. */
  time = START;

  constructor(input: object, options: Omit<DetectorOptions, 'listener'> = {}, seen = nothingObserved()) {
    this.seen = seen;
    const listener = {
      onSequence: (sequence: Sequence) => void seen.sequences.push(sequence),
      onZone: (zone: Zone) => void seen.zones.push(zone),
      onZoneEnd: (zone: Zone, end: ZoneEnd, at: number) => void seen.ends.push({ zone, end, at }),
      onSignal: (signal: Signal) => void seen.signals.push(signal),
      onRejected: (candidate: RejectedCandidate) => void seen.rejected.push(candidate),
      onSettlement: (settlement: Settlement) => void seen.settlements.push(settlement),
    };
    this.detector = new PcrDetector(setupOf(input), { ...options, listener });
  }

  candles(...candles: readonly Ohlc[]): this {
    for (const candle of candles) {
      this.detector.push(this.time, ...candle);
      this.time += TEST_TIMEFRAME_S;
    }
    return this;
  }

  /** Advances the time without candles. */
  silence(seconds: number): this {
    this.time += seconds;
    return this;
  }

  /** Pushes ticks in the forming candle, one per second from its opening, or from `fromSecond` after it. */
  ticks(prices: readonly number[], fromSecond = 0): this {
    prices.forEach((price, index) => {
      this.detector.pushTick((this.time + fromSecond + index) * 1_000, price);
    });
    return this;
  }
}

/**
 * Returns base candles of an artificial market with some gaps. Small steps make equal prices, touches and ties common.
 */
export function randomCandles(rng: Rng, length: number, stepSeconds: number): CandleColumns {
  const column = () => new Float64Array(length);
  const candles = { length, time: column(), open: column(), high: column(), low: column(), close: column() };
  let time = START;
  let points = 1_000;
  for (let row = 0; row < length; row += 1) {
    const open = points;
    points = Math.max(100, points + Math.round((rng.next() + rng.next() - 1) * 12));
    candles.time[row] = time;
    candles.open[row] = open / 8;
    candles.close[row] = points / 8;
    candles.high[row] = (Math.max(open, points) + Math.floor(rng.next() * 4)) / 8;
    candles.low[row] = (Math.min(open, points) - Math.floor(rng.next() * 4)) / 8;
    const chance = rng.next();
    time += stepSeconds * (row > 2 && chance < 0.01 ? 3 + Math.floor(rng.next() * 100) : 1);
  }
  return candles;
}

/** A setup with many events in few candles, for random tests. */
export const LOOSE_SETUP = {
  patterns: { minLength: 2, requiredCriteria: 2, dojiPolicy: 'skip', zone: { maxSignalsPerZone: 3, maxEntryAtr: 3 } },
  entryPoints: ['ruptura', 'zona_ancha', 'zona_fina', 'punto_optimo_fifty'],
  filters: [
    { filter: 'trend', period: 20 },
    { filter: 'rsi', period: 5, callMax: 70, putMin: 30 },
  ],
};
