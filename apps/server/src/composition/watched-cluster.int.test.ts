import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeWithNats } from '#platform/nats/testing-describe.ts';
import { startTestNats, type TestNats } from '#platform/nats/testing-nats.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startCollector } from '#platform/tracing/testing-collector.ts';
import { startMember, type TestMember } from './testing-member.ts';
import { newPerson } from './testing-person.ts';

const WAIT = { timeout: 40_000, interval: 50 };
const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 };

describeWithNats('the metrics and traces of several processes', () => {
  let nats: TestNats;
  let database: TestDatabase;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let api: TestMember;
  let rest: TestMember;

  const start = (roles: string, at = database) =>
    startMember({ nats, database: at }, roles, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const figuresOf = async ({ ownUrl }: TestMember): Promise<string> => (await fetch(`${ownUrl}/metrics`)).text();
  const named = (name: string) => collector.spans.find((span) => span.name === name);

  beforeAll(async () => {
    [nats, database, collector] = await Promise.all([startTestNats(), createTestDatabase(), startCollector()]);
    [api, rest] = await Promise.all([start('api'), start('feed,engine,settler')]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([api.stop(), rest.stop()]);
    await Promise.all([nats.stop(), database.close(), collector.close()]);
  });

  it('count the leases of each process, and in settler processes also the leases of the installation', async () => {
    await vi.waitUntil(async () => /^vigia_leases_held\{kind="settlement"\} 16$/m.test(await figuresOf(rest)), WAIT);
    const [ofApi, ofRest] = [await figuresOf(api), await figuresOf(rest)];
    for (const figures of [ofApi, ofRest]) expect(figures).toMatch(/^vigia_bus_connected 1$/m);
    expect(ofRest).toMatch(/^vigia_leases_ownerless 0$/m);
    expect(ofRest).toMatch(/^vigia_leases_held\{kind="outside"\} 1$/m);
    expect(ofApi).not.toContain('vigia_leases_held{kind="settlement"}');
    expect(ofApi).not.toContain('vigia_trades_overdue');
  });

  it('count leases without a holder, but not leases that only an ended process can hold', async () => {
    const other = await createTestDatabase();
    const settler = await start('feed,settler', other);
    await other.db.sql`
      INSERT INTO leases (name, owner, fence, expires_at)
      VALUES ('pcr.0', 'gone', 1, '-infinity'), ('strategies.f', 'gone', 1, now() - interval '11 seconds'),
             ('pcr.1', 'busy', 1, now()), ('backtests.gone', 'gone', 1, now() - interval '1 hour')`;
    expect(await figuresOf(settler)).toMatch(/^vigia_leases_ownerless 2$/m);
    await settler.stop();
    await other.close();
  });

  it('connect the placement of an order in one process with its settlement in another process', async () => {
    const { access } = await newPerson(api);
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
    const place = () =>
      fetch(`${api.ownUrl}/api/v1/trading/create-option`, { method: 'POST', headers, body: JSON.stringify(ORDER) });
    await expect.poll(async () => (await fetch(`${api.ownUrl}/health/ready`)).status, WAIT).toBe(200);
    const placed = await place();
    expect([placed.status, await placed.json()]).toMatchObject([201, { success: true }]);
    // The expiry is moved to the present. Times are whole milliseconds.
    await database.db.sql`UPDATE trades SET expiry_time = date_trunc('milliseconds', now()) WHERE status = 'active'`;
    await expect.poll(() => collector.spans.map(({ name }) => name), WAIT).toContain('trade.settle');
    await expect.poll(() => collector.spans.map(({ name }) => name), WAIT).toContain('order.place');
    const [placing, settling] = [named('order.place'), named('trade.settle')];
    expect(settling).toMatchObject({ traceId: placing?.traceId, parentSpanId: placing?.spanId });
    expect(placing?.process['vigia.roles']).toBe('api');
    expect(settling?.process['vigia.roles']).toBe('feed,engine,settler');
  }, 90_000);
});
