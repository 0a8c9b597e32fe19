import { describe, expect, it } from 'vitest';
import { SequenceFold } from '../run/sequence-fold.ts';
import {
  BREAKING_CANDLE,
  CALM_CANDLES,
  GREEN_RUN,
  mirrored,
  type Ohlc,
  Scenario,
  START,
  SUPPLY_ZONE,
  setupOf,
  TEST_TIMEFRAME_S,
} from '../testing.ts';
import { makeZone } from './make-zone.ts';
import { zoneBand } from './zone.ts';

const ends = (scenario: Scenario) => scenario.seen.ends.map(({ end }) => end);
const labels = (scenario: Scenario) => scenario.seen.signals.map(({ entryPoint }) => entryPoint);
const ALL_LEVELS = [
  'zona_ancha',
  'punto_optimo_fifty',
  'zona_ancha_fifty',
  'zona_fina',
  'punto_optimo',
  'zona_fina_fifty',
];

/** A candle that falls away from the zone, with its high below every level. */
const AWAY: Ohlc = [101.375, 101.4375, 100.875, 101.25];

describe('a zone', () => {
  it('has the prices that the specification defines', () => {
    const { seen, time } = new Scenario({}).candles(...SUPPLY_ZONE);
    const [zone] = seen.zones;
    expect(zone).toMatchObject({ kind: 'supply', direction: 'PUT', createdAt: time, extreme: 102.5 });
    expect(zone?.levels).toEqual({
      zona_ancha: 101.5,
      punto_optimo_fifty: 101.90625,
      zona_ancha_fifty: 102,
      zona_fina: 102.25,
      punto_optimo: 102.3125,
      zona_fina_fifty: 102.375,
    });
    expect(zone && zoneBand(zone, 'zona_ancha')).toEqual({ low: 101.5, high: 102.5 });
  });

  it('is mirrored after a red run', () => {
    const [zone] = new Scenario({}).candles(...mirrored(SUPPLY_ZONE)).seen.zones;
    expect(zone).toMatchObject({ kind: 'demand', direction: 'CALL', extreme: 97.5 });
    expect(zone?.levels).toMatchObject({ zona_fina: 97.75, zona_ancha: 98.5, punto_optimo: 97.6875 });
    expect(zone && zoneBand(zone, 'zona_fina')).toEqual({ low: 97.5, high: 97.75 });
  });

  it('is at least minZoneAtr deep, and its wide band is never narrower than its fine band', () => {
    const { seen } = new Scenario({ patterns: { zone: { minZoneAtr: 2 } } }).candles(...SUPPLY_ZONE);
    expect(seen.zones[0]?.levels).toMatchObject({ zona_fina: 100.5, zona_ancha: 100.5 });
  });

  it('is not created for a colour that is absent from `colors`, or before the ATR is defined', () => {
    expect(new Scenario({ patterns: { colors: ['red'] } }).candles(...SUPPLY_ZONE).seen.zones).toEqual([]);
    const early = new Scenario({ patterns: { requiredCriteria: 1 } }).candles(...GREEN_RUN, BREAKING_CANDLE);
    expect(early.seen.sequences[0]?.isValid).toBe(true);
    expect(early.seen.zones).toEqual([]);
  });

  it('is created only from a valid sequence, at the candle that breaks the sequence', () => {
    const madeWith = (patterns: object, candles: readonly Ohlc[]) => {
      const rules = setupOf({ patterns }).patterns;
      const fold = new SequenceFold(TEST_TIMEFRAME_S, rules);
      for (const [row, candle] of candles.entries()) fold.push(START + row * TEST_TIMEFRAME_S, ...candle);
      return makeZone(fold, rules);
    };
    expect(madeWith({}, SUPPLY_ZONE)).toMatchObject({ kind: 'supply', extreme: 102.5 });
    expect(madeWith({ minLength: 4, requiredCriteria: 5 }, SUPPLY_ZONE)).toBeNull();
    expect(madeWith({}, [...SUPPLY_ZONE, AWAY])).toBeNull();
  });

  it('is invalidated by a close beyond its extreme, but not by a close at the extreme', () => {
    const at = (close: number) => new Scenario({}).candles(...SUPPLY_ZONE, [101.75, 103, 101.75, close]);
    expect(ends(at(102.5))).toEqual(['spent']);
    expect(ends(at(102.5625))).toEqual(['invalidated']);
    expect(at(102.5625).seen).toMatchObject({ signals: [], rejected: [] });
  });

  it('expires after maxAgeCandles candles, without counting gaps', () => {
    const scenario = new Scenario({ patterns: { zone: { maxAgeCandles: 2 } } }).candles(...SUPPLY_ZONE, AWAY);
    expect(ends(scenario)).toEqual([]);
    expect(ends(scenario.silence(TEST_TIMEFRAME_S).candles(AWAY))).toEqual(['expired']);
    expect(scenario.detector.liveZones).toEqual([]);
  });

  it('ends as spent, not as expired, if it is spent and too old at the same candle', () => {
    const rules = { patterns: { zone: { maxAgeCandles: 1 } } };
    expect(ends(new Scenario(rules).candles(...SUPPLY_ZONE, [101.75, 102.25, 101.5, 102]))).toEqual(['spent']);
    expect(ends(new Scenario(rules).candles(...SUPPLY_ZONE, AWAY))).toEqual(['expired']);
  });

  it('stays live after a gap of one candle and one hour, and expires after a longer gap', () => {
    const touch: Ohlc = [101.75, 102.25, 101.5, 102];
    expect(
      ends(
        new Scenario({})
          .candles(...SUPPLY_ZONE)
          .silence(3_600)
          .candles(touch),
      ),
    ).toEqual(['spent']);
    const after = new Scenario({})
      .candles(...SUPPLY_ZONE)
      .silence(3_601)
      .candles(touch);
    expect(ends(after)).toEqual(['expired']);
    expect(after.seen.signals).toEqual([]);
    expect(after.seen.ends[0]?.at).toBe(after.time - TEST_TIMEFRAME_S);
  });
});

describe('an entry level of a zone', () => {
  it('is touched at its price, and not below its price', () => {
    const reaching = (high: number) => new Scenario({}).candles(...SUPPLY_ZONE, [101.75, high, 101.5, 101.75]);
    expect(labels(reaching(102.25))).toEqual(['zona_fina']);
    expect(labels(reaching(102.2499))).toEqual([]);
  });

  it('triggers only if the previous close does not reach the level', () => {
    // The breaking candle closes at 101.75, inside zona_ancha, which begins at 101.5.
    const scenario = new Scenario({ entryPoints: ['zona_ancha'] }).candles(
      ...SUPPLY_ZONE,
      [101.75, 102, 101.25, 101.375],
    );
    expect(labels(scenario)).toEqual([]);
    expect(labels(scenario.candles([101.375, 101.5, 101, 101.25]))).toEqual(['zona_ancha']);
  });

  it('does not trigger after a close exactly at its price', () => {
    const scenario = new Scenario({ entryPoints: ['zona_ancha'] });
    scenario.candles(...SUPPLY_ZONE, [101.75, 101.875, 101.25, 101.5], [101.5, 102, 101.25, 101.625]);
    expect(labels(scenario)).toEqual([]);
  });

  it('triggers again only after a close that does not reach the level', () => {
    const twice = { patterns: { zone: { maxSignalsPerZone: 2, maxAgeCandles: 100 } } };
    const inside: Ohlc = [102, 102.4375, 101.875, 102.375];
    const scenario = new Scenario(twice).candles(...SUPPLY_ZONE, inside, inside);
    expect(labels(scenario)).toHaveLength(1);
    scenario.candles([102.375, 102.375, 101.75, 102]);
    expect(labels(scenario)).toHaveLength(1);
    scenario.candles([102, 102.25, 101.875, 102.125]);
    expect(labels(scenario)).toHaveLength(2);
    expect(ends(scenario)).toEqual(['spent']);
  });

  it('names the signal if it is the deepest level that the candle touches', () => {
    const touching = (high: number) =>
      labels(new Scenario({ entryPoints: ALL_LEVELS }).candles(...SUPPLY_ZONE, [101.75, high, 101.5, 101.75]));
    expect(touching(101.90625)).toEqual(['punto_optimo_fifty']);
    expect(touching(102.25)).toEqual(['zona_fina']);
    expect(touching(102.75)).toEqual(['zona_fina_fifty']);
  });

  it('does not name the signal if a level of equal price comes later in the specified order', () => {
    // With optimoRatio 0 the best entry (punto_optimo) is the inner edge (zona_fina). A pad of 1 moves zona_fina down
    // to zona_ancha at 101.5.
    const labelled = (entryPoints: string[]) => {
      const zone = { optimoRatio: 0, minZoneAtr: 1, maxEntryAtr: null };
      const scenario = new Scenario({ entryPoints, patterns: { zone } }).candles(...SUPPLY_ZONE, AWAY);
      return labels(scenario.candles([101.25, 101.75, 101, 101.5]));
    };
    expect(labelled(['punto_optimo', 'zona_fina'])).toEqual(['punto_optimo']);
    expect(labelled(['zona_fina', 'zona_ancha'])).toEqual(['zona_fina']);
  });

  it('is touched from above in a demand zone', () => {
    const touch = mirrored([[101.75, 102.25, 101.5, 101.75]]);
    const scenario = new Scenario({}).candles(...mirrored(SUPPLY_ZONE), ...touch);
    expect(scenario.seen.signals).toMatchObject([{ direction: 'CALL', entryPoint: 'zona_fina', pattern: 'rojo·3' }]);
  });
});

describe('the entry point `ruptura`', () => {
  it('gives a signal at the close of the breaking candle, and that signal counts towards `maxSignalsPerZone`', () => {
    const scenario = new Scenario({ entryPoints: ['ruptura'] }).candles(...CALM_CANDLES, ...GREEN_RUN, BREAKING_CANDLE);
    expect(scenario.seen.signals).toMatchObject([
      {
        entryPoint: 'ruptura',
        direction: 'PUT',
        entryPrice: 101.75,
        entryTime: scenario.time * 1_000,
        pattern: 'verde·3',
      },
    ]);
    expect(ends(scenario)).toEqual(['spent']);
  });
});
