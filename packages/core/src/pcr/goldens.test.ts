import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sharedFile } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { type CandleColumns, parseCandleCsv } from '#candles/index.ts';
import {
  type CheckedSetup,
  completeSetup,
  type PcrRules,
  replayCandles,
  type Sequence,
  type Settlement,
  type Zone,
} from './index.ts';

type GoldenZone = Record<string, number | string>;
type GoldenSignal = {
  direction: string;
  entry_point: string;
  entry_time: number;
  entry_price: number;
  expiration_time: number;
  outcome: string;
  settle_price: number | null;
};
type Golden = {
  candles_file: string;
  timeframe_seconds: number;
  setup: Record<string, unknown>;
  candles: number;
  sequences: number;
  valid_sequences: number;
  zones: number;
  zone_states: Record<string, number>;
  summary: Record<string, number>;
  first_sequences: Record<string, unknown>[];
  first_zones: GoldenZone[];
  signals: GoldenSignal[];
};

const GOLDENS = [
  'btcusd-1m-break',
  'btcusd-1m-types',
  'btcusd-5m-filters',
  'eurusd-5m-default',
  'eurusd-5m-short-expiry',
  'eurusd-5m-wide',
];

const TIMEFRAMES = new Map([
  [60, '1m'],
  [300, '5m'],
]);

/**
 * Keys at the top level of a setup. The setups in the golden files have no nested objects; all other keys belong to
 * `patterns` or to its zone.
 */
const TOP_KEYS = ['entryPoints', 'expiry', 'filters'];
const ZONE_KEYS = ['minZoneAtr', 'optimoRatio', 'maxAgeCandles', 'maxSignalsPerZone', 'maxEntryAtr'];

function rulesOf({ setup, timeframe_seconds }: Golden): PcrRules {
  const { candleTypes, ...flat } = setup;
  const pick = (isChosen: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(flat).filter(([key]) => isChosen(key)));
  // The cast is safe, because the generator of the golden results wrote only valid values.
  const given = {
    ...pick((key) => TOP_KEYS.includes(key)),
    timeframe: TIMEFRAMES.get(timeframe_seconds),
    candleTypes: { types: candleTypes ?? [] },
    patterns: {
      ...pick((key) => !TOP_KEYS.includes(key) && !ZONE_KEYS.includes(key)),
      zone: pick((key) => ZONE_KEYS.includes(key)),
    },
  };
  return completeSetup(given as CheckedSetup);
}

const loaded = new Map<string, CandleColumns>();

function candlesOf(file: string): CandleColumns {
  const known = loaded.get(file);
  if (known) return known;
  const parsed = parseCandleCsv(gunzipSync(readFileSync(file)));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  loaded.set(file, parsed.value);
  return parsed.value;
}

const sequenceView = (sequence: Sequence) => ({
  color: sequence.color,
  length: sequence.length,
  strong_candles: sequence.strongCandles,
  start_time: sequence.startTime,
  end_time: sequence.endTime,
  price_range: sequence.priceRange,
  validation_results: sequence.validationResults,
  is_valid: sequence.isValid,
  breaking_time: sequence.breakingCandle.time,
});

const zoneView = (zone: Zone, state: string): GoldenZone => ({
  direction: zone.direction,
  created_at: zone.createdAt,
  extreme: zone.extreme,
  state,
  ...zone.levels,
});

function replay(golden: Golden, candles: CandleColumns) {
  const sequences: Sequence[] = [];
  const zones: Zone[] = [];
  const ends = new Map<Zone, string>();
  const settlements: Settlement[] = [];
  const signals: Settlement['signal'][] = [];
  const result = replayCandles(candles, rulesOf(golden), {
    listener: {
      onSequence: (sequence) => void sequences.push(sequence),
      onZone: (zone) => void zones.push(zone),
      onZoneEnd: (zone, end) => void ends.set(zone, end),
      onSignal: (signal) => void signals.push(signal),
      onSettlement: (settlement) => void settlements.push(settlement),
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const decided = new Map(settlements.map((settlement) => [settlement.signal, settlement]));
  const views: GoldenSignal[] = signals.map((signal) => ({
    direction: signal.direction,
    entry_point: signal.entryPoint,
    entry_time: signal.entryTime / 1_000,
    entry_price: signal.entryPrice,
    expiration_time: signal.expirationTime / 1_000,
    outcome: decided.get(signal)?.outcome ?? 'pending',
    settle_price: decided.get(signal)?.settlePrice ?? null,
  }));
  return { candles: result.value.candles, sequences, zones, ends, signals: views };
}

const near = (actual: unknown, expected: unknown): boolean =>
  typeof actual === 'number' && typeof expected === 'number'
    ? Math.abs(actual - expected) <= 1e-9 * Math.abs(expected)
    : actual === expected;

const PRICES = ['entry_price', 'settle_price', 'extreme', 'zona_ancha', 'zona_fina', 'zona_ancha_fifty'];
const isPrice = (key: string) => PRICES.includes(key) || key.includes('fifty') || key === 'punto_optimo';

/** Returns the keys in which two rows differ: prices by more than 1e-9 relative, all other values by any difference. */
function differences(actual: object, expected: object): string[] {
  const values = new Map<string, unknown>(Object.entries(actual));
  return Object.entries(expected)
    .filter(([key, value]) => (isPrice(key) ? !near(values.get(key), value) : values.get(key) !== value))
    .map(([key, value]) => `${key}: ${values.get(key)} instead of ${value}`);
}

const tally = (values: readonly string[], keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, values.filter((value) => value === key).length]));

describe.each(GOLDENS)('the detector on the golden file %s', (name) => {
  const path = sharedFile(`golden/${name}.json`);

  it.skipIf(!path)('finds the same counts, first sequences, first zones and signals as the reference', () => {
    const golden: Golden = JSON.parse(readFileSync(`${path}`, 'utf8'));
    const found = replay(golden, candlesOf(`${sharedFile(`data/${golden.candles_file}`)}`));
    const states = found.zones.map((zone) => found.ends.get(zone) ?? 'live');

    expect(found.candles).toBe(golden.candles);
    expect(found.sequences.length).toBe(golden.sequences);
    expect(found.sequences.filter(({ isValid }) => isValid).length).toBe(golden.valid_sequences);
    expect(found.zones.length).toBe(golden.zones);
    expect(tally(states, Object.keys(golden.zone_states))).toEqual(golden.zone_states);
    expect(found.sequences.slice(0, golden.first_sequences.length).map(sequenceView)).toEqual(golden.first_sequences);
    golden.first_zones.forEach((zone, index) => {
      const actual = found.zones[index];
      expect(actual && differences(zoneView(actual, `${states[index]}`), zone)).toEqual([]);
    });
    expect(found.signals.length).toBe(golden.signals.length);
    const wrong = golden.signals.flatMap((signal, index) => {
      const actual = found.signals[index];
      const faults = actual ? differences(actual, signal) : ['missing'];
      return faults.length > 0 ? [{ index, faults }] : [];
    });
    expect(wrong).toEqual([]);
    const outcomes = tally(
      found.signals.map(({ outcome }) => outcome),
      ['won', 'lost', 'tie', 'void', 'pending'],
    );
    expect({ signals: found.signals.length, ...outcomes }).toEqual(golden.summary);
  });
});
