import { at, candlesFromTicks } from '@vigia/core/candles';
import { demoMarket, simulatedAsset, TickCursor } from '@vigia/core/market-model';
import { describe, expect, it } from 'vitest';
import { oracleSetup, type WireSetup } from './oracle-setup.ts';
import {
  type GoldenRow,
  goldenCandles,
  goldenOf,
  PCR_GOLDEN_FILE,
  type PcrGolden,
  readPcrGolden,
} from './pcr-golden.ts';
import { pcrOracle } from './pcr-oracle.ts';

const SYMBOL = 'EURUSD';
const SEED = 2_026;
const MINUTES = 2_400;
const START = Date.UTC(2026, 10, 18, 7) / 1_000;
/** Gaps in the candles: of one minute, of several minutes, and longer than the hour after which every zone ends. */
const GAPS = [
  [300, 301],
  [640, 655],
  [1_200, 1_290],
  [1_800, 1_803],
] as const;

const LOOSE = { minStrong: 1, minRangeAtr: 0.8, minEfficiency: 0.3, requiredCriteria: 4 };
const CASES: Readonly<Record<string, WireSetup>> = {
  'defaults on 5m': { timeframe: '5m' },
  'loose on 1m, ruptura and the levels of the wide zone': {
    timeframe: '1m',
    expiry: 20,
    entryPoints: ['ruptura', 'zona_ancha', 'zona_ancha_fifty', 'punto_optimo_fifty'],
    patterns: { ...LOOSE, requiredCriteria: 3, zone: { maxSignalsPerZone: 3, maxAgeCandles: 60, maxEntryAtr: null } },
  },
  'dojis skipped, the levels of the narrow zone': {
    timeframe: '1m',
    expiry: 3,
    entryPoints: ['zona_fina', 'punto_optimo', 'zona_fina_fifty'],
    patterns: {
      ...LOOSE,
      dojiPolicy: 'skip',
      minLength: 2,
      breakRatio: 0.2,
      zone: { minZoneAtr: 0.5, optimoRatio: 0.6 },
    },
  },
  'every filter': {
    timeframe: '1m',
    entryPoints: ['zona_ancha'],
    filters: [
      { filter: 'trend', period: 50, side: 'against' },
      { filter: 'rsi', period: 7, callMax: 48, putMin: 52 },
      { filter: 'hours', from: '20:00', to: '14:30' },
      { filter: 'volatility', minAtrPct: 0.004, maxAtrPct: 0.05 },
    ],
    candleTypes: { types: ['normal', 'marubozu', 'envolvente'] },
    patterns: { ...LOOSE, zone: { maxAgeCandles: 90 } },
  },
  'red runs only, loose on 5m': {
    timeframe: '5m',
    expiry: 30,
    patterns: { ...LOOSE, minLength: 2, colors: ['red'], zone: { maxSignalsPerZone: 2 } },
  },
};

const isLeftOut = (minute: number): boolean => GAPS.some(([from, to]) => minute >= from && minute < to);

/** Returns 1-minute candles of the simulated market, with prices in points. */
function simulatedRows(): { readonly decimals: number; readonly rows: readonly GoldenRow[] } {
  const asset = simulatedAsset(SYMBOL);
  if (asset === undefined) throw new Error(`${SYMBOL} is simulated`);
  const endMs = (START + MINUTES * 60) * 1_000;
  const cursor = new TickCursor(demoMarket(SEED), asset).seekFrom(START * 1_000);
  const ticks: [number, number][] = [];
  for (; cursor.timeMs < endMs; cursor.next()) ticks.push([cursor.timeMs, cursor.price]);
  ticks.push([endMs, cursor.price]);
  const { candles } = candlesFromTicks(
    {
      length: ticks.length,
      timeMs: Float64Array.from(ticks, ([timeMs]) => timeMs),
      price: Float64Array.from(ticks, ([, price]) => price),
    },
    60,
  );
  const points = (price: number): number => Math.round(price * 10 ** asset.decimals);
  const rows = Array.from({ length: candles.length }, (_, row): GoldenRow => {
    const open = points(at(candles.open, row));
    const above = (column: Float64Array): number => points(at(column, row)) - open;
    return [(at(candles.time, row) - START) / 60, open, above(candles.high), above(candles.low), above(candles.close)];
  });
  return { decimals: asset.decimals, rows: rows.filter(([minute]) => !isLeftOut(minute)) };
}

/** Writes one object or row per line, so that a diff is readable. */
function textOf({ rows, cases, ...head }: PcrGolden): string {
  const lines = (values: readonly unknown[]): string =>
    `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}]`;
  const fields = (value: object): string => JSON.stringify(value).slice(0, -1);
  const caseText = cases.map(
    ({ expected: { sequences, zones, signals, ...counted }, ...one }) =>
      `${fields(one)},\n"expected":${fields(counted)},\n"sequences":${lines(sequences)},` +
      `\n"zones":${lines(zones)},\n"signals":${lines(signals)}}}`,
  );
  return `${fields(head)},\n"cases":[\n${caseText.join(',\n')}],\n"rows":${lines(rows)}}\n`;
}

describe('pcr.golden.json', () => {
  it('contains candles of the simulated market, and the results of the second implementation for them', async () => {
    const head = { symbol: SYMBOL, seed: SEED, start: START, ...simulatedRows() };
    const base = goldenCandles({ ...head, cases: [] });
    const cases = Object.entries(CASES).map(([name, setup]) => ({
      name,
      setup,
      expected: goldenOf(pcrOracle(base, oracleSetup(setup))),
    }));
    await expect(textOf({ ...head, cases })).toMatchFileSnapshot(PCR_GOLDEN_FILE.pathname);
  });

  it('contains every cause of the end of a zone, every outcome of a signal and every kind of rejection', () => {
    const { cases } = readPcrGolden();
    const seen = new Set(cases.flatMap(({ expected }) => Object.keys(expected.counts)));
    for (const state of ['spent', 'invalidated', 'expired']) expect(seen).toContain(`zone_${state}`);
    for (const outcome of ['won', 'lost', 'tie', 'void', 'pending']) expect(seen).toContain(`signal_${outcome}`);
    for (const gate of ['late', 'filters', 'conflict', 'one_a_candle'] as const)
      expect(cases.reduce((total, { expected }) => total + expected.rejected[gate], 0)).toBeGreaterThan(0);
    for (const { expected } of cases) expect(expected.signals.length).toBeGreaterThan(0);
  });
});
