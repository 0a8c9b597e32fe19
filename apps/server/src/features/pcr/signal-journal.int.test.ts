import { epochMs, price } from '@vigia/core/kernel';
import type { Signal, Zone } from '@vigia/core/pcr';
import type { Trigger } from '@vigia/core/vocabulary';
import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Database } from '#platform/persistence/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { findVisible, insertHouseSetup } from './pcr.repository.ts';
import { SignalJournal } from './signal-journal.ts';
import { recordedTicks, SAME_FOR_ALL, ScriptedMarket } from './testing.ts';

const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
const MINUTE_MS = 60_000;
const SETUP_ID = '00000000-0000-4000-8000-00000000000a';
const log = pino({ level: 'silent' });

const ZONE: Zone = {
  kind: 'supply',
  direction: 'PUT',
  sequence: {
    color: 'green',
    length: 3,
    strongCandles: 2,
    startTime: 0,
    endTime: 180,
    priceRange: { low: 1, high: 2 },
    validationResults: { length: true, strength: true, displacement: true, efficiency: true, break: true },
    isValid: true,
    breakingCandle: { time: 180, open: 2, high: 2, low: 1, close: 1 },
  },
  breakingType: 'normal',
  createdAt: 240,
  extreme: 2,
  levels: {
    zona_ancha: 1.5,
    punto_optimo_fifty: 1.6,
    zona_ancha_fifty: 1.75,
    zona_fina: 1.7,
    punto_optimo: 1.8,
    zona_fina_fifty: 1.85,
  },
};

const signalAt = (entryMs: number): Signal => ({
  direction: 'PUT',
  entryPoint: 'zona_fina',
  entryTime: epochMs(entryMs),
  entryPrice: price(1.7),
  expirationTime: epochMs(entryMs + 3 * MINUTE_MS),
  confidence: 0.5,
  pattern: 'verde·3',
  filterResults: [],
  zone: ZONE,
});

/** The database, until `fault` is set: then every statement fails with it. */
class FailingDatabase {
  fault: Error | null = null;
  attempts = 0;
  readonly db: Database;

  constructor(whole: Database) {
    const failing = new Proxy(whole.sql, {
      apply: (target, self, args) => {
        if (this.fault === null) return Reflect.apply(target, self, args);
        this.attempts += 1;
        return Promise.reject(this.fault);
      },
    });
    this.db = { ...whole, sql: failing satisfies postgres.Sql };
  }
}

const faultOf = (code: string): Error => Object.assign(new Error(code), { code });
const AWAY = faultOf('57P01');

let database: TestDatabase;
let failing: FailingDatabase;
let clock: ManualClock;

beforeEach(async () => {
  database = await createTestDatabase();
  failing = new FailingDatabase(database.db);
  clock = new ManualClock(START_MS);
  const definition = { name: 'Prueba', asset: 'EURUSD' };
  const row = {
    id: SETUP_ID,
    ...definition,
    timeframe: '1m',
    definition,
    anchorTime: 0,
    liveSinceMs: START_MS,
    nowMs: START_MS,
  };
  await insertHouseSetup(database.db.sql, row);
});
afterEach(() => database.close());

async function journalOf(trigger: Trigger = 'close'): Promise<SignalJournal> {
  const [row] = await findVisible(database.db.sql, SETUP_ID);
  if (row === undefined) throw new Error('the setup is stored');
  const bus = createInProcessBus(log);
  const market = new ScriptedMarket(recordedTicks(7, START_MS, 0), clock, bus);
  return new SignalJournal(
    { db: failing.db, bus, clock, ids: randomIds, log, market, accounts: SAME_FOR_ALL },
    row,
    trigger,
  );
}

const stored = async () =>
  await database.db.sql<{ entry_time_ms: number; candle_time: number; outcome: string | null }[]>`
    SELECT entry_time_ms, candle_time, outcome FROM pcr_signals s
    LEFT JOIN pcr_signal_outcomes o ON o.signal_id = s.id ORDER BY seq`;
const storedEntries = async () => (await stored()).map((row) => row.entry_time_ms);
const failedOnce = () => vi.waitFor(() => expect(failing.attempts).toBe(1));

describe('the journal of a setup', () => {
  it('writes what is queued before it stops', async () => {
    const journal = await journalOf();
    for (const minute of [1, 2, 3]) journal.publish(signalAt(START_MS + minute * MINUTE_MS));
    await journal.stop();
    expect(await storedEntries()).toHaveLength(3);
  });

  it('waits for a database that is away', async () => {
    const journal = await journalOf();
    failing.fault = AWAY;
    journal.publish(signalAt(START_MS + MINUTE_MS));
    await failedOnce();
    failing.fault = null;
    await vi.waitFor(async () => {
      clock.advance(1_000);
      expect(await storedEntries()).toHaveLength(1);
    });
    await journal.stop();
  });

  it('tries once more when it is stopped while it waits', async () => {
    const journal = await journalOf();
    failing.fault = AWAY;
    journal.publish(signalAt(START_MS + MINUTE_MS));
    await failedOnce();
    failing.fault = null;
    await journal.stop();
    expect(await storedEntries()).toHaveLength(1);
  });

  it('stops after one failure if the database stays away, whatever is queued', async () => {
    const journal = await journalOf();
    failing.fault = AWAY;
    for (const minute of [1, 2, 3]) journal.publish(signalAt(START_MS + minute * MINUTE_MS));
    await failedOnce();
    await journal.stop();
    expect(failing.attempts).toBe(2);
  });

  it('goes on past an entry that the database refuses', async () => {
    const journal = await journalOf();
    failing.fault = faultOf('23514');
    journal.publish(signalAt(START_MS + MINUTE_MS));
    await journal.drained();
    failing.fault = null;
    journal.publish(signalAt(START_MS + 2 * MINUTE_MS));
    await journal.drained();
    expect(await storedEntries()).toEqual([START_MS + 2 * MINUTE_MS]);
    await journal.stop();
  });

  it('stores the outcome of a signal that a second candle time was refused for', async () => {
    const journal = await journalOf();
    const signal = signalAt(START_MS + MINUTE_MS);
    journal.publish(signal);
    journal.publish(signal);
    journal.settle({ signal, outcome: 'won', settlePrice: price(1.6) });
    await journal.stop();
    expect(await stored()).toMatchObject([{ outcome: 'won' }]);
  });

  it.each([
    ['close', START_MS + MINUTE_MS, START_MS],
    ['touch', START_MS + MINUTE_MS + 12_345, START_MS + MINUTE_MS],
    ['touch', START_MS + MINUTE_MS, START_MS + MINUTE_MS],
  ] as const)('keeps the open time of the candle of a %s signal at %i', async (trigger, entryMs, candleMs) => {
    const journal = await journalOf(trigger);
    journal.publish(signalAt(entryMs));
    await journal.stop();
    expect(await stored()).toMatchObject([{ candle_time: candleMs / 1_000 }]);
  });
});
