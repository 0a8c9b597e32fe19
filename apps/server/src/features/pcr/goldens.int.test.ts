import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { baseStep, candleAt, parseCandleCsv, resample } from '@vigia/core/candles';
import { type Json } from '@vigia/core/kernel';
import { ManualClock, runsEveryCase, sharedFile } from '@vigia/testkit';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { CANDLE_CLOSED } from '../market-data/index.ts';
import { insertBuiltInSetup } from './pcr.repository.ts';
import { PcrEngine } from './running/engine.ts';
import { engineDeps, recordedTicks, ScriptedMarket } from './testing.ts';

type Golden = {
  readonly candles_file: string;
  readonly timeframe_seconds: number;
  readonly setup: { readonly [key: string]: Json };
  readonly sequences: number;
  readonly valid_sequences: number;
  readonly zones: number;
  readonly signals: readonly {
    readonly direction: string;
    readonly entry_point: string;
    readonly entry_time: number;
    readonly entry_price: number;
    readonly expiration_time: number;
  }[];
};

const ID = '00000000-0000-4000-8000-000000000001';
const TOP_KEYS = ['entryPoints', 'expiry', 'filters'];
const ZONE_KEYS = ['minZoneAtr', 'optimoRatio', 'maxAgeCandles', 'maxSignalsPerZone', 'maxEntryAtr'];

function definitionOf({ setup, timeframe_seconds }: Golden): { readonly name: string; readonly [key: string]: Json } {
  const { candleTypes = [], ...flat } = setup;
  const pick = (isChosen: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(flat).filter(([key]) => isChosen(key)));
  return {
    name: 'Referencia',
    ...pick((key) => TOP_KEYS.includes(key)),
    timeframe: timeframe_seconds === 60 ? '1m' : '5m',
    candleTypes: { types: candleTypes },
    patterns: {
      ...pick((key) => !TOP_KEYS.includes(key) && !ZONE_KEYS.includes(key)),
      zone: pick((key) => ZONE_KEYS.includes(key)),
    },
  };
}

const LIMIT = { timeout: 180_000 };
/**
 * Golden data that this test omits, because each set has 7,000 to 8,000 signals and takes most of the time. Tests of
 * the core package check these sets in `npm test`.
 */
const LARGE = ['eurusd-5m-short-expiry', 'eurusd-5m-wide'];
const GOLDENS = [
  ...(runsEveryCase ? LARGE : []),
  'eurusd-5m-default',
  'btcusd-5m-filters',
  'btcusd-1m-break',
  'btcusd-1m-types',
];

describe.each(GOLDENS)('the PCR engine on the golden data %s', (name) => {
  const path = sharedFile(`golden/${name}.json`);

  it.skipIf(!path)('publishes the same signals as the reference implementation, in the same order', LIMIT, async () => {
    const golden: Golden = JSON.parse(readFileSync(`${path}`, 'utf8'));
    const base = parseCandleCsv(gunzipSync(readFileSync(`${sharedFile(`data/${golden.candles_file}`)}`)));
    if (!base.ok) throw new Error(JSON.stringify(base.error));
    const step = baseStep(base.value) ?? golden.timeframe_seconds;
    const { candles } = resample(base.value, golden.timeframe_seconds, step);
    const database = await createTestDatabase();
    const log = pino({ level: 'silent' });
    const clock = new ManualClock(Date.parse('2026-11-18T00:00:00.000Z'));
    const bus = createInProcessBus(log);
    const market = new ScriptedMarket(recordedTicks(7, clock.now(), 0), clock, bus);
    const engine = new PcrEngine(engineDeps(database.db, clock, bus, market));
    const definition = definitionOf(golden);
    const timeframe = golden.timeframe_seconds === 60 ? '1m' : '5m';
    const row = { id: ID, name: definition.name, asset: 'EURUSD', timeframe, definition } as const;
    await insertBuiltInSetup(database.db.sql, { ...row, anchorTime: 0, liveSinceMs: 0, nowMs: clock.now() });
    await engine.start();
    for (let i = 0; i < candles.length; i += 1)
      bus.publish(CANDLE_CLOSED, {
        source: 'simulated',
        symbol: 'EURUSD',
        timeframe,
        candle: candleAt(candles, i),
        backfilled: false,
      });
    await engine.drained();
    const counters = engine.counters(ID);
    const published = await database.db.sql<
      { body: { entry_time_ms: number; expiration_ms: number; entry_price: number } }[]
    >`
      SELECT body FROM pcr_signals ORDER BY seq`;
    await engine.stop();
    await database.close();
    expect(published).toHaveLength(golden.signals.length);
    expect(published.map(({ body }) => body)).toMatchObject(
      golden.signals.map(({ direction, entry_point, entry_time, entry_price, expiration_time }) => ({
        direction,
        entry_point,
        entry_price: expect.closeTo(entry_price, 8),
        entry_time_ms: entry_time * 1_000,
        expiration_ms: expiration_time * 1_000,
      })),
    );
    expect(counters).toMatchObject({
      sequences: golden.sequences,
      validSequences: golden.valid_sequences,
      zonesCreated: golden.zones,
    });
  });
});
