import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { type App, createHttpApp } from './app.ts';
import { DEFAULT_RATES, type RequestRates } from './request-limits.ts';
import { registerServiceRoutes } from './service.routes.ts';
import { createSite } from './site.ts';
import { addWebApp } from './web-app.ts';

const NO_BROKERS = { brokerNames: {}, brokerRules: {} };

describe('the service routes', () => {
  let app: App;
  let isStopping = false;
  const webRoot = mkdtempSync(join(tmpdir(), 'vigia-no-web-'));
  afterEach(() => app.close());
  afterEach(() => rmSync(webRoot, { recursive: true, force: true }));

  async function open({
    token = null,
    waiting = [],
    rates = DEFAULT_RATES,
  }: {
    token?: string | null;
    waiting?: string[];
    rates?: RequestRates;
  } = {}): Promise<App> {
    isStopping = false;
    app = await createHttpApp({
      log: createLogger('silent'),
      ids: new CountingIds(),
      clock: new ManualClock(0),
      site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
      authenticator: { authenticate: async () => 'not_authenticated' },
      trustProxy: false,
      rates,
      isStopping: () => isStopping,
    });
    registerServiceRoutes(app, {
      publicConfig: { supabaseUrl: '', supabaseAnonKey: 'k', version: '1', feedFallback: null, ...NO_BROKERS },
      health: async () => ({
        status: 'degraded',
        version: '1',
        uptime_seconds: 1,
        database: 'down',
        disk: 'ok',
        clock_jump: null,
        feed: { state: 'down', source: 'simulated', fallback_from: null, symbols: 0, last_tick_age_ms: null },
      }),
      waitingFor: async () => waiting,
      isStopping: () => isStopping,
      metrics: createMetrics().registry,
      metricsToken: token,
    });
    app.post('/api/act', async () => ({ done: true }));
    await addWebApp(app, webRoot);
    return app;
  }

  it('answer 503 on /ready with the unmet conditions', async () => {
    await open({ waiting: ['feed'] });
    const answer = await app.inject({ url: '/ready' });
    expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, waiting_for: ['feed'] }]);
  });

  it('report a live process on /health/live, and unmet conditions and a requested stop on /health/ready', async () => {
    await open({ waiting: ['feed'] });
    isStopping = true;
    const [live, ready] = [await app.inject('/health/live'), await app.inject('/health/ready')];
    expect([live.statusCode, live.json()]).toEqual([200, { live: true }]);
    expect([ready.statusCode, ready.json()]).toEqual([503, { ready: false, waiting_for: ['stopping', 'feed'] }]);
  });

  it.each(['/health', '/health/live', '/health/ready', '/ready', '/metrics'])(
    'answer on %s without a rate limit, unlike other routes',
    async (url) => {
      await open({ rates: { ...DEFAULT_RATES, address: { burst: 1, windowMs: 60_000 } }, token: 'secret' });
      const from = (path: string) => app.inject({ url: path, remoteAddress: '192.0.2.7' });
      const statuses = async (path: string) => [(await from(path)).statusCode, (await from(path)).statusCode];
      expect((await statuses('/config.json')).at(-1)).toBe(429);
      expect(await statuses(url)).not.toContain(429);
    },
  );

  it('list failures on /health with status 200, because the process is still alive', async () => {
    await open();
    const answer = await app.inject({ url: '/health' });
    expect([answer.statusCode, answer.json().database]).toEqual([200, 'down']);
  });

  it.each([
    [null, '127.0.0.1', '', 200],
    [null, '192.0.2.1', '', 403],
    ['a-long-enough-token', '127.0.0.1', '', 403],
    ['a-long-enough-token', '192.0.2.1', 'Bearer a-long-enough-tokeX', 403],
    ['a-long-enough-token', '192.0.2.1', 'Bearer a-long-enough-token', 200],
  ])(
    'serve /metrics to local clients only, or, if a token is set, to requests with the token only (case %#)',
    async (token, remoteAddress, authorization, status) => {
      await open({ token });
      const answer = await app.inject({ url: '/metrics', remoteAddress, headers: { authorization } });
      expect(answer.statusCode).toBe(status);
    },
  );

  it('refuse changes and answer reads while the process is stopping', async () => {
    await open();
    expect((await app.inject({ method: 'POST', url: '/api/act' })).statusCode).toBe(200);
    isStopping = true;
    const refused = await app.inject({ method: 'POST', url: '/api/act' });
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'service_unavailable']);
    expect((await app.inject({ url: '/health' })).statusCode).toBe(200);
  });

  it('show a page that explains that the web app is not built', async () => {
    await open();
    const answer = await app.inject({ url: '/dashboard' });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm run build');
  });
});
