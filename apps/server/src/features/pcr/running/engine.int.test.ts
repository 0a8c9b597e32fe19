import type { PcrSignalView } from '@vigia/contract';
import { type Json } from '@vigia/core/kernel';
import { CRITERIA } from '@vigia/core/vocabulary';
import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { MARKET_OPENED } from '../../market-data/index.ts';
import { createUnavailableMarket } from '../../market-data/markets/unavailable-market.ts';
import { ScriptedMarkets } from '../../market-data/testing.ts';
import type { PcrMarket } from '../deps.ts';
import { BUILT_IN_SETUPS } from '../editing/built-in-setups.ts';
import { insertBuiltInSetup } from '../pcr.repository.ts';
import { createPcr, type Pcr } from '../pcr.ts';
import { engineDeps, recordedTicks, ScriptedMarket } from '../testing.ts';

const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
const MINUTE_MS = 60_000;
const HOURS = 4;
const END_MS = START_MS + HOURS * 60 * MINUTE_MS;
const TICKS = recordedTicks(3, START_MS, HOURS);
const STRANGER = '00000000-0000-4000-8000-000000000001';
const log = pino({ level: 'silent' });

let database: TestDatabase;
let clock: ManualClock;
let bus: Bus;
let market: ScriptedMarket;

async function fresh(): Promise<void> {
  database = await createTestDatabase();
  clock = new ManualClock(START_MS);
  bus = createInProcessBus(log);
  market = new ScriptedMarket(TICKS, clock, bus);
}

beforeEach(fresh);
afterEach(() => database.close());

async function startedPcr(): Promise<Pcr> {
  const pcr = createPcr(engineDeps(database.db, clock, bus, market));
  await pcr.start();
  return pcr;
}

type Definition = { readonly name: string } & { readonly [key: string]: Json };

async function storeSetup(definition: Definition, liveSinceMs = START_MS): Promise<void> {
  const { name } = definition;
  const row = { id: randomIds.next(), name, asset: 'EURUSD', timeframe: '1m', definition, anchorTime: 0, liveSinceMs };
  await insertBuiltInSetup(database.db.sql, { ...row, nowMs: clock.now() });
}

/** Returns the published signals, oldest first. */
async function signalsOf(pcr: Pcr): Promise<PcrSignalView[]> {
  await pcr.drained();
  return (await pcr.signals(STRANGER)).toReversed();
}

/** Returns the signals that a server publishes without interruption, and then creates a fresh database. */
async function undisturbed(store: () => Promise<void> = async () => undefined): Promise<PcrSignalView[]> {
  await store();
  const pcr = await startedPcr();
  market.playUntil(END_MS);
  const signals = await signalsOf(pcr);
  await pcr.stop();
  await database.close();
  await fresh();
  return signals;
}

const entriesOf = (signals: readonly PcrSignalView[], setupName: string) =>
  signals
    .filter(({ setup_name }) => setup_name === setupName)
    .map(({ entry_time, entry_price, confidence, status }) => ({ entry_time, entry_price, confidence, status }));

describe('a published signal', () => {
  it('stores each criterion of its sequence in the hash chain, with the measured value and the threshold that decided it', async () => {
    const pcr = await startedPcr();
    market.playUntil(END_MS);
    const signals = await signalsOf(pcr);
    await pcr.stop();
    expect(signals.length).toBeGreaterThan(0);
    for (const { criteria, sequence, hash } of signals) {
      expect(criteria.map(({ criterion }) => criterion)).toEqual([...CRITERIA]);
      expect(criteria[0]?.value).toBe(sequence.length);
      for (const { criterion, held, value, limit } of criteria) {
        const [min, max] = Array.isArray(limit) ? limit.map(Number) : [Number(limit), Infinity];
        const isMaximum = criterion === 'break' && sequence.color === 'green';
        const holds = isMaximum ? value <= Number(limit) : value >= Number(min) && value <= Number(max);
        expect({ criterion, held }).toEqual({ criterion, held: holds });
      }
      const [stored] = await database.db.sql<{ body: { criteria: unknown } }[]>`
        SELECT body FROM pcr_signals WHERE hash = ${hash}`;
      expect(stored?.body.criteria).toEqual(criteria);
    }
  });
});

describe('a market whose feed pauses', () => {
  it('keeps a signal pending until the missed ticks are backfilled, and these ticks decide it', async () => {
    const won = (await undisturbed()).find(({ status }) => status === 'won');
    if (won === undefined) throw new Error('one signal of the recording wins');

    const pcr = await startedPcr();
    market.playUntil(Date.parse(won.entry_time) + 5_000);
    clock.advance(10 * MINUTE_MS);
    expect((await signalsOf(pcr)).at(-1)).toMatchObject({ entry_time: won.entry_time, status: 'pending' });
    market.playUntil(clock.now(), true);
    const after = (await signalsOf(pcr)).find(({ entry_time }) => entry_time === won.entry_time);
    expect(after).toMatchObject({ status: 'won', settle_price: won.settle_price });
    await pcr.stop();
  });
});

describe('a restart of the engine', () => {
  it('settles a signal that expires during the downtime by the last tick of the downtime', async () => {
    const won = (await undisturbed()).find(({ status }) => status === 'won');
    if (won === undefined) throw new Error('one signal of the recording wins');
    const expirationMs = Date.parse(won.expiration_time);
    const before = await startedPcr();
    market.playUntil(expirationMs - 30_000);
    await before.stop();
    market.playUntil(expirationMs);
    const pcr = await startedPcr();
    market.playUntil(END_MS);
    const after = (await signalsOf(pcr)).find(({ entry_time }) => entry_time === won.entry_time);
    expect(after).toMatchObject({ status: 'won', settle_price: won.settle_price });
    await pcr.stop();
  });
});

describe('a setup on a price source other than the server’s default source', () => {
  it('starts when that source opens, and publishes the same signals as a server with only that source', async () => {
    const alone = await undisturbed();
    expect(alone.length).toBeGreaterThan(0);
    const theirs = new ScriptedMarket(TICKS, clock, bus);
    theirs.source = 'iqoption';
    market = new ScriptedMarket(recordedTicks(8, START_MS, HOURS), clock, bus);
    const away = createUnavailableMarket({ sql: database.db.sql, clock }, 'iqoption', false);
    const markets = new ScriptedMarkets<PcrMarket>(market, [theirs], away);
    const deps = { ...engineDeps(database.db, clock, bus, market), markets };
    // The first start stores the built-in setups.
    const first = createPcr(deps);
    await first.start();
    await first.stop();
    await database.db.sql`UPDATE pcr_setups SET price_source = 'iqoption'`;
    const pcr = createPcr(deps);
    await pcr.start();
    expect(pcr.streams).toBe(0);
    markets.open.add('iqoption');
    bus.publish(MARKET_OPENED, { source: 'iqoption' });
    await vi.waitFor(() => expect(pcr.streams).toBe(BUILT_IN_SETUPS.length));
    for (let endMs = START_MS; endMs <= END_MS; endMs += MINUTE_MS) {
      theirs.playUntil(endMs);
      market.playUntil(endMs);
    }
    const found = await signalsOf(pcr);
    expect(entriesOf(found, BUILT_IN_SETUPS[0]?.name ?? '')).toEqual(entriesOf(alone, BUILT_IN_SETUPS[0]?.name ?? ''));
    const sources = await database.db.sql`SELECT DISTINCT body ->> 'source' AS source FROM pcr_signals`;
    expect([...sources]).toEqual([{ source: 'iqoption' }]);
    await pcr.stop();
  });
});

describe('a stored setup that is no longer valid', () => {
  it('neither runs nor is listed, and does not affect other setups', async () => {
    await storeSetup({ name: 'De otro tiempo', asset: 'EURUSD', cosa: 1 });
    const pcr = await startedPcr();
    const names = (await pcr.setups(STRANGER)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(BUILT_IN_SETUPS.map(({ name }) => name).toSorted());
    expect(pcr.streams).toBe(BUILT_IN_SETUPS.length);
    await pcr.stop();
  });
});

describe('a running setup', () => {
  const MINUTE_SETUP = BUILT_IN_SETUPS[1];

  it('publishes signals only for candles that close after its start, and evaluates earlier candles too', async () => {
    const whole = entriesOf(await undisturbed(), MINUTE_SETUP.name);
    const liveSince = whole[Math.floor(whole.length / 2)]?.entry_time ?? '';
    await storeSetup(MINUTE_SETUP, Date.parse(liveSince));
    const pcr = await startedPcr();
    market.playUntil(END_MS);
    const after = entriesOf(await signalsOf(pcr), MINUTE_SETUP.name);
    expect(after.length).toBeGreaterThan(2);
    expect(after).toEqual(whole.filter(({ entry_time }) => entry_time > liveSince));
    await pcr.stop();
  });

  it('starts to publish by the time of its price feed, which for a recording differs from the clock', async () => {
    const whole = entriesOf(await undisturbed(), MINUTE_SETUP.name);
    market.source = 'replay';
    clock.advance(1_000 * 24 * 60 * MINUTE_MS);
    market.playUntil(START_MS + 60 * MINUTE_MS);
    const pcr = await startedPcr();
    market.playUntil(END_MS);
    const after = entriesOf(await signalsOf(pcr), MINUTE_SETUP.name);
    expect(after.length).toBeGreaterThan(2);
    expect(after).toEqual(whole.filter(({ entry_time }) => Date.parse(entry_time) > START_MS + 60 * MINUTE_MS));
    await pcr.stop();
  });

  it('does not read candles older than the history of its price source', async () => {
    const before = await startedPcr();
    market.playUntil(END_MS);
    await before.stop();
    market.floor = START_MS / 1_000 + 2 * 3_600;
    const pcr = await startedPcr();
    const times = (await pcr.sequences(STRANGER)).map(({ start_time }) => Date.parse(start_time) / 1_000);
    expect(times.length).toBeGreaterThan(2);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(market.floor);
    await pcr.stop();
  });

  it('finds the same signals after a restart if it has a payout filter', async () => {
    const named = { ...MINUTE_SETUP, name: 'Con payout', filters: [{ filter: 'payout', min: 0.8 }] };
    const ofHalfHour = (atMs: number) => (Math.floor(atMs / (30 * MINUTE_MS)) % 2 === 0 ? 9_000 : 7_000);
    market.payoutAt = ofHalfHour;
    const whole = entriesOf(await undisturbed(() => storeSetup(named)), named.name);
    market.payoutAt = ofHalfHour;
    await storeSetup(named);
    const before = await startedPcr();
    market.playUntil(START_MS + 100 * MINUTE_MS);
    await before.stop();
    const after = await startedPcr();
    market.playUntil(END_MS);
    expect(entriesOf(await signalsOf(after), named.name)).toEqual(whole);
    expect(
      whole.filter(({ entry_time }) => Date.parse(entry_time) > START_MS + 100 * MINUTE_MS).length,
    ).toBeGreaterThan(1);
    expect(whole.length).toBeLessThan(entriesOf(await signalsOf(after), MINUTE_SETUP.name).length);
    await after.stop();
  });
});
