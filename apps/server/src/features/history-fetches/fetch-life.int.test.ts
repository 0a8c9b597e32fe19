import type { Broker, BrokerFault } from '@vigia/broker-kit/port';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { FakeBroker } from '../brokers/testing.ts';
import { startPriceFiles } from '../price-files/testing.ts';
import type { HistoryFetchDeps } from './deps.ts';
import type { FetchRow } from './fetch.repository.ts';
import { startProcess, storedCandles } from './testing.ts';
import { FakeHistory } from './testing-session.ts';

const world = await startPriceFiles();
const { db, clock, newPerson, files } = world;
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(() => world.database.close());

/** A broker whose history comes in pages of 100 minutes. */
const PAGED: Broker = pagedBroker();
const OTHER = new FakeBroker('olymptrade', 'Olymp Trade');
const DAY_S = 86_400;

function pagedBroker(): Broker {
  const { id, traits, open: openSession } = new FakeBroker('deriv', 'Deriv');
  return { id, traits: { ...traits, historyPageCandles: 100 }, open: openSession };
}

function open(more: Partial<HistoryFetchDeps> = {}) {
  const sessions = new Map<string, FakeHistory>();
  const running = startProcess(db, [PAGED, OTHER], (userId) => sessions.get(userId) ?? null, { clock, ...more });
  ends.push(running.stop);
  const { fetches } = running;
  return {
    ...running,
    async person() {
      const userId = await newPerson();
      const session = new FakeHistory();
      sessions.set(userId, session);
      return { userId, session };
    },
    adopt: (userId: string, session: FakeHistory) => void sessions.set(userId, session),
    start: (userId: string, symbol = 'EURUSD', brokerId = 'deriv', isAnonymous = false) =>
      fetches.start({ userId, isAnonymous, brokerId, symbol }),
    one: async (userId: string): Promise<FetchRow> => {
      const [row] = await fetches.list(userId);
      if (row === undefined) throw new Error('there is no fetch');
      return row;
    },
  };
}

type Server = ReturnType<typeof open>;

/** Advances the clock until the user's fetch has the expected values. */
async function until(server: Server, userId: string, expected: Partial<FetchRow>): Promise<FetchRow> {
  await expect
    .poll(
      async () => {
        clock.advance(1_000);
        return server.one(userId);
      },
      { timeout: 20_000, interval: 5 },
    )
    .toMatchObject(expected);
  return server.one(userId);
}
const settled = async (server: Server, userId: string, status: FetchRow['status']): Promise<FetchRow> => {
  await until(server, userId, { status, gaps: expect.anything() });
  return server.one(userId);
};
const fault = (kind: BrokerFault['kind'], more: Partial<BrokerFault> = {}): BrokerFault => ({
  kind,
  detail: 'x',
  ...more,
});

describe('a history fetch', () => {
  it('requests each page once, the newest first, and stores the history as a price file named after the broker', async () => {
    const server = open();
    const { userId, session } = await server.person();
    await server.start(userId);
    const fetch = await settled(server, userId, 'done');
    expect(fetch.candles).toBe((fetch.to_time - fetch.from_time) / 60);
    expect(fetch.to_time - fetch.from_time).toBeGreaterThanOrEqual(DAY_S);
    const begins = session.asked.map(([from]) => from);
    expect(begins).toEqual([...new Set(begins)].toSorted((a, b) => b - a));
    expect(await files.list(userId)).toMatchObject([
      { id: fetch.id, name: 'Deriv', broker: 'deriv', symbol: 'EURUSD', status: 'kept', time_zone: 'UTC' },
    ]);
  });

  it('reports holes, and accepts an empty page only if the broker returns it twice', async () => {
    const server = open();
    const { userId, session } = await server.person();
    const hole = Math.floor(clock.now() / 1_000 / 6_000) * 6_000 - 12_000;
    session.has = (time) => time < hole || time >= hole + 6_000;
    await server.start(userId);
    const fetch = await settled(server, userId, 'done');
    expect(fetch.gaps).toMatchObject({ holes: 1, holeMinutes: 100, longest: [{ from: hole, to: hole + 6_000 }] });
    expect(session.asked.filter(([from]) => from === hole)).toHaveLength(2);
  });

  it('is extended to the current time if it is started again after its end, and repeats only the incomplete page', async () => {
    const server = open();
    const { userId, session } = await server.person();
    await server.start(userId);
    const before = await settled(server, userId, 'done');
    session.asked.length = 0;
    clock.advance(5 * 3_600_000);
    await server.start(userId);
    const after = await settled(server, userId, 'done');
    expect(after.to_time).toBeGreaterThanOrEqual(before.to_time + 5 * 3_600);
    expect(session.asked.length).toBeLessThanOrEqual(5);
    const stored = await storedCandles(db, after.id);
    expect(stored.map(({ time }) => time)).toEqual(
      Array.from({ length: (after.to_time - after.from_time) / 60 }, (_, row) => after.from_time + row * 60),
    );
    expect(after.candles).toBe(stored.length);
    expect(await files.list(userId)).toHaveLength(1);
  });

  it('keeps the stored page if the broker later returns this page with fewer candles', async () => {
    const server = open();
    const { userId, session } = await server.person();
    await server.start(userId);
    const before = await settled(server, userId, 'done');
    session.has = (time) => time % 120 === 0;
    clock.advance(60_000);
    await server.start(userId);
    const after = await settled(server, userId, 'done');
    expect(after.candles).toBeGreaterThanOrEqual(before.candles);
  });

  it('keeps the fetched pages when it is cancelled, and continues with the first missing page when it is started again', async () => {
    const server = open();
    const { userId, session } = await server.person();
    session.answersLeft = 5;
    await server.start(userId);
    const running = await until(server, userId, { fault: 'network', pages_done: 5 });
    const cancelled = await server.fetches.cancel(userId, running.id);
    expect(cancelled).toMatchObject({ ok: true, value: { status: 'cancelled', gaps: { holes: 0 } } });
    expect(await files.list(userId)).toMatchObject([{ id: running.id, status: 'kept', candles: running.candles }]);
    const asked = session.asked.length;
    session.answersLeft = Infinity;
    await server.start(userId);
    const fetch = await settled(server, userId, 'done');
    expect(session.asked[asked]?.[0]).toBe(session.asked[asked - 1]?.[0]);
    expect(fetch.candles).toBe((fetch.to_time - fetch.from_time) / 60);
  });

  it('waits for the connection to the broker, and its status states this', async () => {
    const server = open();
    const { userId, session } = await server.person();
    await server.start(userId);
    session.status = 'connecting';
    await until(server, userId, { status: 'running', fault: 'not_connected' });
    session.status = 'connected';
    expect(await settled(server, userId, 'done')).toMatchObject({ fault: null });
  });

  it('waits as long as the broker requires', async () => {
    const server = open();
    const { userId, session } = await server.person();
    session.faults = [fault('rate_limited', { retryAfterMs: 90_000 })];
    await server.start(userId);
    await until(server, userId, { fault: 'rate_limited' });
    const [asked, atMs] = [session.asked.length, clock.now()];
    expect(asked).toBe(1);
    await expect
      .poll(() => {
        clock.advance(1_000);
        return session.asked.length;
      })
      .toBeGreaterThan(1);
    expect(clock.now() - atMs).toBeGreaterThan(80_000);
    await settled(server, userId, 'done');
  });

  it('fails after eight consecutive unknown faults at one page, but not after network faults', async () => {
    const server = open();
    const { userId, session } = await server.person();
    session.faults = Array.from({ length: 20 }, () => fault('network'));
    session.always = fault('unknown');
    await server.start(userId);
    await settled(server, userId, 'failed');
    expect(session.asked).toHaveLength(28);
    expect(await files.list(userId)).toEqual([]);
    session.always = null;
    await server.start(userId);
    await settled(server, userId, 'done');
  });

  it('is complete and stores each page once, even if two processes believe that they own its shard', async () => {
    const [server, other] = [open(), open()];
    const { userId, session } = await server.person();
    other.adopt(userId, session);
    session.together = 2;
    await server.start(userId);
    const fetch = await settled(server, userId, 'done');
    expect(fetch.pages_done).toBe(fetch.pages);
    const stored = await storedCandles(db, fetch.id);
    expect(stored).toHaveLength((fetch.to_time - fetch.from_time) / 60);
    expect(fetch.candles).toBe(stored.length);
  });

  it('ends when its price file is deleted', async () => {
    const server = open();
    const { userId, session } = await server.person();
    session.always = fault('network');
    await server.start(userId);
    const { id } = await until(server, userId, { fault: 'network' });
    expect(await files.remove(userId, id)).toBe(true);
    expect(await server.fetches.list(userId)).toEqual([]);
    expect(await db.sql`SELECT 1 FROM price_file_parts WHERE file_id = ${id}`).toHaveLength(0);
  });
});

describe('the fetches of several users', () => {
  it('can be seen, cancelled and used only by their own user', async () => {
    const server = open();
    const [ana, luis] = [await server.person(), await server.person()];
    await server.start(ana.userId);
    const { id } = await settled(server, ana.userId, 'done');
    expect(await server.fetches.list(luis.userId)).toEqual([]);
    expect(await files.list(luis.userId)).toEqual([]);
    expect(await files.remove(luis.userId, id)).toBe(false);
    expect(await server.fetches.cancel(luis.userId, id)).toEqual({
      ok: false,
      error: { code: 'history_fetch_not_found' },
    });
    await server.start(luis.userId);
    await settled(server, luis.userId, 'done');
    expect(ana.session.asked.length).toBe(luis.session.asked.length);
  });
});

describe('the start of a history fetch', () => {
  const limits = { files: 2, candles: 4_000, anonymousFiles: 1, anonymousCandles: 2_000, ofAnonymous: 1e9 };
  const full = (files_: number, candles: number) => ({
    ok: false,
    error: { code: 'price_files_full', values: { files: files_, candles } },
  });

  it('creates one fetch if it is requested twice', async () => {
    const server = open();
    const { userId } = await server.person();
    const [first, second] = await Promise.all([server.start(userId), server.start(userId)]);
    expect(first.ok && first.value.id).toBe(second.ok && second.value.id);
    expect(await server.fetches.list(userId)).toHaveLength(1);
  });

  it('is refused before any page is fetched if the expected candles would exceed the user’s limits', async () => {
    const server = open({ keptLimits: limits });
    const { userId, session } = await server.person();
    session.always = fault('network');
    expect(await server.start(userId)).toMatchObject({ ok: true });
    expect(await server.start(userId, 'GBPUSD')).toMatchObject({ ok: true });
    expect(await server.start(userId, 'USDJPY')).toEqual(full(2, 4_000));
    const roomy = open({ keptLimits: { ...limits, files: 9 } });
    const other = await roomy.person();
    other.session.always = fault('network');
    await roomy.start(other.userId);
    await roomy.start(other.userId, 'GBPUSD');
    expect(await roomy.start(other.userId, 'USDJPY')).toEqual(full(9, 4_000));
  });

  it('is refused to an anonymous user if it would exceed the limits of anonymous users', async () => {
    const server = open({ keptLimits: { ...limits, anonymousCandles: 1_000 } });
    const { userId } = await server.person();
    expect(await server.start(userId, 'EURUSD', 'deriv', true)).toEqual(full(1, 1_000));
  });

  it('is refused for an ended fetch if its new candles would exceed the user’s limits', async () => {
    const server = open({ keptLimits: { ...limits, candles: 1_800 } });
    const { userId } = await server.person();
    expect(await server.start(userId)).toMatchObject({ ok: true });
    await settled(server, userId, 'done');
    clock.advance(20 * 3_600_000);
    expect(await server.start(userId)).toEqual(full(2, 1_800));
  });

  it.each([
    ['of a broker that does not exist', 'EURUSD', 'nadie', 'broker_unknown'],
    ['of a broker whose pages are unknown', 'EURUSD', 'olymptrade', 'history_not_offered'],
    ['of an asset that the broker does not list', 'XAUUSD', 'deriv', 'asset_unknown'],
  ])('is refused %s', async (_, symbol, brokerId, code) => {
    const server = open();
    const { userId } = await server.person();
    expect(await server.start(userId, symbol, brokerId)).toMatchObject({ ok: false, error: { code } });
    expect(await server.fetches.list(userId)).toEqual([]);
  });

  it('is refused if the user has no connection to the broker', async () => {
    const server = open();
    const { userId, session } = await server.person();
    session.status = 'connecting';
    expect(await server.start(userId)).toMatchObject({ error: { code: 'broker_not_connected' } });
    expect(await server.start(await newPerson())).toMatchObject({ error: { code: 'broker_not_connected' } });
  });
});
