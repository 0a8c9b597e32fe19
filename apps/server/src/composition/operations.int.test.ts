import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advanceInSteps, ManualClock, withClockAtRealSpeed } from '@vigia/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { PROJECT_ROOT } from '#platform/project-root.ts';
import { startCollector } from '#platform/tracing/testing-collector.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, type TestPerson } from './testing-person.ts';

const START_MS = Date.parse('2026-11-20T14:00:00.000Z');
const HOUR_MS = 3_600_000;
const STEP_MS = 50;
/** Master key of all servers in these tests, which share one database. */
const VIGIA_MASTER_KEY = Buffer.alloc(32, 5).toString('base64');
const WAIT = { timeout: 30_000, interval: 20 };

let database: TestDatabase;
let clock: ManualClock;
/** Start time of the next test. It is later than the previous one, so that the clock is never set back. */
let startMs = START_MS;
let app: TestApp;
const start = async (environment: Record<string, string> = {}): Promise<TestApp> =>
  withClockAtRealSpeed(
    clock,
    startTestApp({ clock, databaseUrl: database.ownerUrl, environment: { VIGIA_MASTER_KEY, ...environment } }),
  );

const place = (at: TestApp, { access }: TestPerson) =>
  fetch(`${at.url}/api/v1/trading/create-option`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 }),
  });
const readiness = async () => {
  const answer = await fetch(`${app.url}/health/ready`);
  return { status: answer.status, ...((await answer.json()) as object) };
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  startMs += HOUR_MS;
  clock = new ManualClock(startMs);
});
afterEach(() => app.stop());

describe('the metrics for operators', () => {
  /** Returns the metrics that a file of alerts or dashboards names. The parts of a histogram begin with its name. */
  const named = (file: string): readonly string[] => {
    const text = readFileSync(join(PROJECT_ROOT, 'deploy', file), 'utf8');
    return [...text.matchAll(/\b(?:vigia|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  };

  it.each(['prometheus/alerts.yml', 'prometheus/alerts.test.yml', 'grafana/dashboards/vigia.json'])(
    'include every metric in %s',
    async (file) => {
      // Only an installation with scheduled backups has their metric. In this folder none can be taken.
      const VIGIA_BACKUP_DIR = join(PROJECT_ROOT, 'package.json', 'copias');
      app = await start({ VIGIA_BACKUP_DIR, VIGIA_BACKUP_PASSPHRASE: 'tormenta sobre el lago 7' });
      const figures = await (await fetch(`${app.url}/metrics`)).text();
      const published = new Map([...figures.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name, kind]) => [name, kind]));
      const isPublished = (name: string): boolean =>
        published.has(name) || published.get(name.replace(/_(?:bucket|count|sum)$/, '')) === 'histogram';
      expect(named(file).length).toBeGreaterThan(15);
      expect([...new Set(named(file))].filter((name) => !isPublished(name))).toEqual([]);
    },
  );

  it('show fresh prices, no unmet condition and no overdue work', async () => {
    app = await start();
    const figures = await (await fetch(`${app.url}/metrics`)).text();
    for (const line of ['vigia_lacking{need="feed"} 0', 'vigia_market_live{source="simulated"} 1'])
      expect(figures).toContain(line);
    for (const name of ['trades_overdue', 'orders_unknown', 'leases_ownerless', 'mail_outbox_waiting'])
      expect(figures).toMatch(new RegExp(`^vigia_${name} 0$`, 'm'));
    expect(figures).toMatch(/^vigia_database_wait_seconds_count [1-9]/m);
  });
});

describe('a server that stops', () => {
  it('reports `not ready` while it still serves all requests, and refuses changes afterwards', async () => {
    app = await start({ SHUTDOWN_DELAY_S: '5' });
    const person = await newPerson(app);
    expect(await readiness()).toEqual({ status: 200, ready: true, waiting_for: [] });
    let hasStopped = false;
    const stopping = app.stop().then(() => void (hasStopped = true));
    expect(await readiness()).toEqual({ status: 503, ready: false, waiting_for: ['stopping'] });
    expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
    expect((await place(app, person)).status).toBe(201);
    expect(hasStopped).toBe(false);
    await withClockAtRealSpeed(clock, stopping, 100);
    await expect(fetch(`${app.url}/health/live`)).rejects.toThrow();
  });
});

describe('the trace of an order', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  beforeEach(async () => {
    collector = await startCollector();
  });
  afterEach(() => collector.close());
  const named = (name: string) => collector.spans.find((span) => span.name === name);
  const tracing = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });

  it('contains the order and its settlement, even if another process settles it', async () => {
    app = await start(tracing());
    const person = await newPerson(app);
    const answer = await place(app, person);
    const { data } = (await answer.json()) as { data: { id: string } };
    await app.stop();
    clock.advance(61_000);
    app = await start(tracing());
    await vi.waitUntil(() => named('trade.settle'), WAIT);
    const [request, placing, settling] = ['POST /api/v1/trading/create-option', 'order.place', 'trade.settle'].map(
      named,
    );
    expect(placing).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
    // The row was written in the step that places the trade.
    expect(settling).toMatchObject({ traceId: request?.traceId, parentSpanId: placing?.spanId });
    expect(settling?.attributes).toEqual({ 'vigia.trade_id': data.id });
    expect(settling?.process['service.instance.id']).not.toBe(request?.process['service.instance.id']);
    expect(collector.text()).not.toContain(person.access);
  });

  it('is missing without a collector, and no trade has a traceparent', async () => {
    app = await start();
    await place(app, await newPerson(app));
    const [row] = await app.db.sql<[{ traced: number }]>`
      SELECT count(traceparent)::int AS traced FROM trades WHERE status = 'active'`;
    expect(row.traced).toBe(0);
    await vi.waitUntil(async () => {
      await advanceInSteps(clock, 1_000, STEP_MS);
      const [left] = await app.db.sql<
        [{ open: number }]
      >`SELECT count(*)::int AS open FROM trades WHERE status = 'active'`;
      return left.open === 0;
    }, WAIT);
    expect(collector.spans).toEqual([]);
  });
});
