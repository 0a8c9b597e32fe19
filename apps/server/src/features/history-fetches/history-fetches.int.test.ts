import type { BrokerSimulator, PageFault } from '@vigia/broker-kit/simulator';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startPriceFiles } from '../price-files/testing.ts';
import type { HistorySession } from './deps.ts';
import type { FetchRow } from './fetch.repository.ts';
import { openSession, startProcess, storedCandles, VENUES, type Venue } from './testing.ts';

const world = await startPriceFiles();
const { db, newPerson } = world;
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(() => world.database.close());

const WITHIN = { timeout: 60_000, interval: 50 };
/** Days of history that fill several pages at each broker. */
const DAYS = { deriv: 18, iqoption: 4, quotex: 0.8 } as const;
type Id = keyof typeof DAYS;

async function openVenue(id: Id) {
  const venue = VENUES[id];
  const simulator = await venue.start();
  ends.push(() => simulator.stop());
  const session = await openSession(venue, simulator);
  ends.push(() => session.close('forget'));
  return { venue, simulator, session, reachDays: DAYS[id] };
}

type Open = Awaited<ReturnType<typeof openVenue>>;

function process(
  { venue, session, reachDays }: Open,
  sessionOf: (userId: string) => HistorySession | null = () => session,
) {
  const running = startProcess(db, [venue.broker], sessionOf, { reachDays });
  ends.push(running.stop);
  return running;
}

const wantedOf = (userId: string, { broker, symbol }: Venue) => ({
  userId,
  isAnonymous: false,
  brokerId: broker.id,
  symbol,
});

async function begin(running: ReturnType<typeof process>, userId: string, venue: Venue): Promise<FetchRow> {
  const started = await running.fetches.start(wantedOf(userId, venue));
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  return started.value;
}

const rowOf = async ({ fetches }: ReturnType<typeof process>, userId: string) => (await fetches.list(userId))[0];

/** Returns the fetch after it has ended and its gaps are stored. */
async function endOf(running: ReturnType<typeof process>, userId: string): Promise<FetchRow> {
  await expect
    .poll(async () => {
      const row = await rowOf(running, userId);
      return row?.status !== 'running' && row?.gaps !== null;
    }, WITHIN)
    .toBe(true);
  const row = await rowOf(running, userId);
  if (row === undefined) throw new Error('the fetch is gone');
  return row;
}

/** Returns every candle that the simulator has for the span of a fetch. */
function heldBy({ market }: BrokerSimulator, { symbol, from_time, to_time }: FetchRow) {
  const DAY_S = 86_400;
  const held = [];
  for (let from = from_time; from < to_time; from += DAY_S) {
    held.push(...market.candles(symbol, 60, from * 1_000, Math.min(from + DAY_S, to_time) * 1_000));
  }
  return held;
}

async function expectWhole(open: Open, fetch: FetchRow): Promise<void> {
  expect(fetch).toMatchObject({ status: 'done', fault: null });
  expect(fetch.pages_done).toBe(fetch.pages);
  const [stored, held] = [await storedCandles(db, fetch.id), heldBy(open.simulator, fetch)];
  expect(held.length).toBeGreaterThan(1_000);
  expect(stored.map(({ time }) => time)).toEqual(held.map(({ time }) => time));
  expect(stored).toEqual(held);
  expect(fetch.candles).toBe(stored.length);
}

const CUT: PageFault = { kind: 'cut' };
const LIMITED: PageFault = { kind: 'rate_limited' };
const TWICE: PageFault = { kind: 'twice' };
const STALE: PageFault = { kind: 'stale' };

describe.each<Id>(['deriv', 'iqoption', 'quotex'])('a history of %s', (id) => {
  it('is fetched page by page without a gap, and its price file is kept for backtests', async () => {
    const open = await openVenue(id);
    const running = process(open);
    const userId = await newPerson();
    const started = await begin(running, userId, open.venue);
    expect(started).toMatchObject({ status: 'running', pages_done: 0 });
    const fetch = await endOf(running, userId);
    await expectWhole(open, fetch);
    expect(fetch.pages).toBeGreaterThan(4);
    expect(fetch.gaps).toMatchObject({ weekends: 0, holes: 0 });
    const [file] = await world.files.list(userId);
    expect(file).toMatchObject({ id: fetch.id, status: 'kept', broker: id, time_zone: 'UTC', step_seconds: 60 });
  });

  it.each([
    ['the connection is cut', [null, CUT, null, CUT]],
    ['pages come twice', [TWICE, TWICE, null, TWICE]],
    ['an answer holds the page before', [null, STALE, null, STALE]],
    ['the rate limit refuses pages', [null, LIMITED]],
  ])('is complete and contains no candle twice, even if %s', async (_, faults) => {
    const open = await openVenue(id);
    const running = process(open);
    const userId = await newPerson();
    open.simulator.script.nextPages(...faults);
    await begin(running, userId, open.venue);
    await expectWhole(open, await endOf(running, userId));
    expect(open.simulator.script.pageFaultsLeft).toBe(0);
  });

  it('continues after a restart with the page after the last stored page', async () => {
    const open = await openVenue(id);
    const userId = await newPerson();
    let asked = 0;
    const first = process(open, () => ({
      state: () => open.session.state(),
      assets: () => open.session.assets(),
      // The process stops while the broker has not answered the request for the third page.
      candles: (...span) => ((asked += 1) > 2 ? new Promise(() => undefined) : open.session.candles(...span)),
    }));
    await begin(first, userId, open.venue);
    await expect.poll(() => asked, WITHIN).toBe(3);
    await first.stop();
    expect(await rowOf(first, userId)).toMatchObject({ status: 'running', pages_done: 2 });
    const second = process(open);
    await expectWhole(open, await endOf(second, userId));
  });
});
