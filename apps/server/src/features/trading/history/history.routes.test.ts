import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, createHttpApp } from '#platform/http/app.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { registerHistoryRoutes } from './history.routes.ts';

const PATH = '/api/v1/trading/history.csv';
const PRINCIPAL = { userId: 'u1', sessionId: 's1', isAnonymous: false, aal: 'aal1', scopes: null } as const;
/** Returns text that does not compress. */
const incompressible = (index: number): string =>
  Array.from({ length: 4_000 }, (_, at) => String.fromCharCode(33 + ((index * 7_919 + at * at * 104_729) % 90))).join(
    '',
  );

describe('the history file route', () => {
  let app: App;
  let url: string;
  let parts: () => AsyncGenerator<string>;
  let asked: unknown;

  beforeEach(async () => {
    app = await createHttpApp({
      log: createLogger('silent'),
      ids: new CountingIds(),
      clock: new ManualClock(0),
      trustProxy: false,
      site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
      authenticator: { authenticate: async () => PRINCIPAL },
    });
    registerHistoryRoutes(app, {
      page: async () => ({ ok: false, error: 'trade_not_found' }),
      counts: async () => ({ today: 0, yesterday: 0, week: 0, won: 0, lost: 0, lost_yesterday: 0 }),
      events: async () => null,
      check: async () => null,
      paperGap: async () => ({ brokers: [] }),
      checkCounts: async () => ({ accounts: [] }),
      file: (userId, filter) => {
        asked = { userId, filter };
        return { name: 'vigia-operaciones-2026-11-21.csv', parts: parts() };
      },
    });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => app.close());

  async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
    const sent = request(url + path, { headers: { authorization: 'Bearer x', ...headers }, agent: false });
    sent.end();
    const [answer] = await once(sent, 'response');
    return answer;
  }

  async function wholeOf(answer: IncomingMessage): Promise<{ text: string; isWhole: boolean }> {
    let text = '';
    answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(answer, 'close').catch(() => undefined);
    return { text, isWhole: answer.complete };
  }

  it('responds with a download that must not be cached', async () => {
    parts = async function* () {
      yield '\u{feff}id\r\n';
      yield '1\r\n';
    };
    const answer = await get(`${PATH}?symbol=EURUSD&result=won`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="vigia-operaciones-2026-11-21.csv"',
      'cache-control': 'no-store',
    });
    expect(await wholeOf(answer)).toEqual({ text: '\u{feff}id\r\n1\r\n', isWhole: true });
    expect(asked).toEqual({ userId: 'u1', filter: { symbol: 'EURUSD', result: 'won' } });
  });

  it.each(['identity', 'gzip'])(
    'responds with an error status if generating the file fails before its first line (%s)',
    async (encoding) => {
      parts = async function* () {
        yield await Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
      };
      const answer = await get(PATH, { 'accept-encoding': encoding });
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['content-disposition']).toBeUndefined();
      expect((await wholeOf(answer)).text).toContain('database_unavailable');
    },
  );

  it.each(['identity', 'gzip', 'br'])(
    'never sends a truncated file that looks complete if generating it fails in the middle (%s)',
    async (encoding) => {
      parts = async function* () {
        for (let index = 0; index < 100; index += 1) yield incompressible(index);
        throw new Error('the database went away');
      };
      const answer = await get(PATH, { 'accept-encoding': encoding });
      answer.on('error', () => undefined);
      const { isWhole } = await wholeOf(answer);
      // The brotli compressor still buffers everything at this point, so the server can send an error response.
      expect([answer.statusCode, isWhole]).toEqual(encoding === 'br' ? [500, true] : [200, false]);
    },
  );

  it.each(['identity', 'gzip'])(
    'stops generating the file while the client does not read, and ends it when the client disconnects (%s)',
    async (encoding) => {
      let made = 0;
      let hasEnded = false;
      parts = async function* () {
        try {
          for (; made < 1_000_000; made += 1) yield incompressible(made);
        } finally {
          hasEnded = true;
        }
      };
      const answer = await get(PATH, { 'accept-encoding': encoding });
      answer.on('error', () => undefined);
      await once(answer, 'readable');
      // The generation pauses when two socket buffers are full (several megabytes on some systems).
      await vi.waitFor(async () => {
        const before = made;
        for (let turn = 0; turn < 5; turn += 1) await once((await get('/api/v1/nowhere')).resume(), 'end');
        expect(made).toBe(before);
      }, 10_000);
      expect(hasEnded).toBe(false);
      expect(made).toBeLessThan(100_000);
      answer.destroy();
      await vi.waitFor(() => expect(hasEnded).toBe(true), 5_000);
    },
  );

  it('refuses a period that ends before it starts, with the field and the reason', async () => {
    const answer = await get(`${PATH}?from=2026-11-21T00:00:00Z&to=2026-11-21T00:00:00Z`);
    expect(answer.statusCode).toBe(422);
    expect(JSON.parse((await wholeOf(answer)).text).error.details).toEqual([
      { path: 'from', message: 'El comienzo debe ser anterior al final.' },
    ]);
  });

  it.each([
    ['/api/v1/trading/history?before=6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
    ['/api/v1/trading/option/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/events'],
  ])('responds with 404 for a trade of another user: %s', async (path) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(404);
    expect(JSON.parse((await wholeOf(answer)).text).error.code).toBe('trade_not_found');
  });
});
