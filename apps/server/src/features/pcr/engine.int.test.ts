import type { PcrSignalView } from '@vigia/contract';
import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { HOUSE_SETUPS } from './house-setups.ts';
import { insertHouseSetup } from './pcr.repository.ts';
import { createPcr, type Pcr } from './pcr.ts';
import type { Json } from './seal.ts';
import { recordedTicks, ScriptedMarket } from './testing.ts';

const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
const MINUTE_MS = 60_000;
const HOURS = 4;
const END_MS = START_MS + HOURS * 60 * MINUTE_MS;
const TICKS = recordedTicks(7, START_MS, HOURS);
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
  const pcr = createPcr({ db: database.db, bus, clock, ids: randomIds, log, market });
  await pcr.start();
  return pcr;
}

async function storeSetup(definition: { readonly name: string } & { readonly [key: string]: Json }): Promise<void> {
  const { name } = definition;
  const row = { id: randomIds.next(), name, asset: 'EURUSD', timeframe: '1m', definition, anchorTime: 0 };
  await insertHouseSetup(database.db.sql, { ...row, nowMs: clock.now() });
}

/** Oldest first. */
async function signalsOf(pcr: Pcr): Promise<PcrSignalView[]> {
  await pcr.drained();
  return (await pcr.signals(STRANGER)).toReversed();
}

describe('a market that stands still', () => {
  it('leaves a signal undecided until the ticks it missed are made again, and these decide it', async () => {
    const undisturbed = await startedPcr();
    market.playUntil(END_MS);
    const won = (await signalsOf(undisturbed)).find(({ status }) => status === 'won');
    await undisturbed.stop();
    if (won === undefined) throw new Error('one signal of the recording wins');
    await database.close();
    await fresh();

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

describe('a stored setup that is not valid any more', () => {
  it('neither runs nor is listed, and the others do both', async () => {
    await storeSetup({ name: 'De otro tiempo', asset: 'EURUSD', cosa: 1 });
    const pcr = await startedPcr();
    const names = (await pcr.setups(STRANGER)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(HOUSE_SETUPS.map(({ name }) => name).toSorted());
    expect(pcr.health().streams).toBe(HOUSE_SETUPS.length);
    await pcr.stop();
  });
});
