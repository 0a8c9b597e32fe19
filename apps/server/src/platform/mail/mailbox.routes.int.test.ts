import { randomBytes } from 'node:crypto';
import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createSealer } from '#platform/crypto/sealer.ts';
import { type App, createHttpApp } from '#platform/http/app.ts';
import { createSite, type SiteAddresses } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { LocalMailbox } from './local-mailbox.ts';
import { MailOutboxWorker } from './mail-outbox-worker.ts';
import { registerMailboxRoutes } from './mailbox.routes.ts';
import { createOutbox } from './postgres-outbox.ts';

const MAIL = { to: 'ana@example.com', subject: 'Hola', text: 'http://127.0.0.1:3000/x', html: '<p>hola</p>' };

describe('the local mailbox over HTTP', () => {
  let test: TestDatabase;
  let app: App;
  let published: App;
  const clock = new ManualClock(systemClock.now());

  beforeAll(async () => {
    test = await createTestDatabase();
    const log = createLogger('silent');
    const sealer = createSealer(randomBytes(32));
    const mailbox = new LocalMailbox({ db: test.db, sealer, say: () => undefined });
    const worker = new MailOutboxWorker({ db: test.db, sealer, clock, log, mailer: mailbox, host: 'localhost' });
    await createOutbox({ sealer, clock, ids: randomIds, wake: () => undefined }).enqueue(test.db.sql, {
      kind: 'signup',
      mail: MAIL,
      expiresAt: new Date(clock.now() + 60_000),
    });
    worker.start();
    await worker.idle();
    await worker.stop();
    const site = createSite({ siteUrl: null, host: '0.0.0.0', port: () => 3000 });
    const authenticator = { authenticate: async () => 'not_authenticated' as const };
    const open = async (at: SiteAddresses) => {
      const served = await createHttpApp({
        log,
        ids: randomIds,
        clock,
        site: at,
        authenticator,
        trustProxy: 'loopback',
      });
      registerMailboxRoutes(served, { mailbox, site: at });
      return served;
    };
    app = await open(site);
    published = await open(createSite({ siteUrl: 'https://vigia.example', host: '127.0.0.1', port: () => 3000 }));
  });
  afterAll(async () => {
    await app.close();
    await published.close();
    await test.close();
  });

  const get = (path: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ url: path, headers: { host: '127.0.0.1:3000', ...headers }, remoteAddress });

  it('returns each mail with its address, content, links and time, and forbids caching', async () => {
    const answer = await get('/dev/mailbox.json');
    expect(answer.json()).toEqual([
      { ...MAIL, links: ['http://127.0.0.1:3000/x'], at: new Date(clock.now()).toISOString() },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('returns the mailbox page for each host name of this machine', async () => {
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000']) {
      const answer = await get('/dev/mailbox', { host });
      expect([host, answer.statusCode]).toEqual([host, 200]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  it.each([
    ['another machine', {}, '192.0.2.7'],
    ['a client behind a proxy', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
    ['a client that a proxy calls loopback', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    ['a client behind a proxy that sends Forwarded', { forwarded: 'for=192.0.2.7' }, '127.0.0.1'],
    ['a foreign name pointed at this machine', { host: 'evil.example:3000' }, '127.0.0.1'],
    ['a name that only begins like ours', { host: 'localhost.evil.example' }, '127.0.0.1'],
    ['no readable name', { host: 'a b' }, '127.0.0.1'],
    ['a page of another site', { origin: 'https://evil.example' }, '127.0.0.1'],
  ])('refuses %s', async (_who, headers, address) => {
    for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
      const answer = await get(path, headers, address);
      expect([path, answer.statusCode]).toEqual([path, 403]);
      expect(answer.body).not.toContain('ana@example.com');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it.each(['127.0.0.1:3000', 'vigia.example'])(
    'refuses every client if the server has a public host name, even at %s',
    async (host) => {
      // This request simulates a proxy that adds no header about its client.
      const answer = await published.inject({ url: '/dev/mailbox', headers: { host }, remoteAddress: '127.0.0.1' });
      expect(answer.statusCode).toBe(403);
      expect(answer.body).not.toContain('ana@example.com');
    },
  );
});
