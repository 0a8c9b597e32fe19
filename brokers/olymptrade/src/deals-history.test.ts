import { type Loopback, listenOnLoopback } from '@vigia/broker-kit/simulator';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DealsHistory } from './deals-history.ts';

const NOW_MS = Date.UTC(2026, 10, 24, 9);
const Query = z.object({ page: z.number() });
const dealAt = (id: number, closedMs: number) => ({ id, status: 'win', time_close: closedMs / 1_000 });

const ends: Loopback[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end.stop();
});

/** Starts a site with a history of these pages. After the last page it returns empty pages. */
async function historyOf(pageOf: (page: number) => readonly object[]) {
  const drive = new ClockDriver(NOW_MS);
  const asked: number[] = [];
  const site = await listenOnLoopback({
    onRequest: ({ body }) => {
      const { page } = Query.parse(JSON.parse(body));
      asked.push(page);
      return { status: 200, body: JSON.stringify({ data: pageOf(page) }) };
    },
    onUpgrade: () => ({ refuse: { status: 404, body: '' } }),
  });
  ends.push(site);
  const session = { cookie: 'access_token=a', userAgent: 'a', expiresAtMs: null };
  const deps = { clock: drive.clock, rng: new SeededRng(1), ids: new CountingIds(), log: () => undefined };
  const history = new DealsHistory(session, { ...deps, origins: { api: site.httpOrigin } });
  return { drive, asked, read: () => history.read({ accountId: '7', kind: 'demo' }, NOW_MS - 60_000) };
}

describe('the closed deals of Olymp Trade', () => {
  it('are read page by page up to an empty page, even if a page is shorter than requested', async () => {
    const pages = [[dealAt(1, NOW_MS)], [dealAt(2, NOW_MS - 10_000)]];
    const { drive, asked, read } = await historyOf((page) => pages[page - 1] ?? []);
    expect(await drive.settled('the deals', read())).toMatchObject({
      value: { isWhole: true, rows: [{ id: 1 }, { id: 2 }] },
    });
    expect(asked).toEqual([1, 2, 3]);
  });

  it('are complete once a page contains a deal that closed before the requested time, at any place on the page', async () => {
    const { drive, asked, read } = await historyOf(() => [dealAt(1, NOW_MS - 61_000), { strange: true }]);
    expect(await drive.settled('the deals', read())).toMatchObject({ value: { isWhole: true } });
    expect(asked).toEqual([1]);
  });

  it.each([
    ['the same page again and again', () => [dealAt(1, NOW_MS)], 2],
    ['pages without a readable deal', () => [{ strange: true }], 1],
  ])('are not complete if the broker sends %s', async (_what, pageOf, pages) => {
    const { drive, asked, read } = await historyOf(pageOf);
    expect(await drive.settled('the deals', read())).toMatchObject({ value: { isWhole: false } });
    expect(asked).toHaveLength(pages);
  });

  it('are requested at most 40 times a minute, even if callers read them more often', async () => {
    const { drive, asked, read } = await historyOf(() => []);
    const again = (): Promise<unknown> => read().then(again);
    for (let number = 0; number < 5; number++) void again();
    await drive.advance(59_000);
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.length).toBeLessThanOrEqual(40);
  });
});
