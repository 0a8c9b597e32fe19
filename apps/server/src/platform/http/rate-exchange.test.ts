import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createInProcessBus } from '../bus/in-process-bus.ts';
import { createLogger } from '../logging/logger.ts';
import { type App, createHttpApp } from './app.ts';
import { RateExchange } from './rate-exchange.ts';
import { DEFAULT_RATES } from './request-limits.ts';
import { createSite } from './site.ts';

const INTERVAL_MS = 500;
const CLIENT = '203.0.113.7';
const STRANGER = '203.0.113.8';
/** A client may send ten requests at once, and then one request per second. */
const rates = { ...DEFAULT_RATES, address: { burst: 10, windowMs: 10_000 } };

describe('the request limits of several processes', () => {
  const log = createLogger('silent');
  let clock: ManualClock;
  let bus: ReturnType<typeof createInProcessBus>;
  let apps: App[] = [];

  async function open(self: string, isShared = true): Promise<App> {
    const app = await createHttpApp({
      log,
      ids: new CountingIds(),
      clock,
      site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
      authenticator: { authenticate: async () => 'not_authenticated' },
      trustProxy: false,
      rates,
      ...(isShared && { rateExchange: new RateExchange({ bus, clock, self }) }),
    });
    app.get('/', async () => ({}));
    apps.push(app);
    return app;
  }
  const begin = (): void => {
    clock = new ManualClock(0);
    bus = createInProcessBus(log);
  };
  /** Returns the number of these requests that are admitted. */
  const admitted = async (app: App, count: number, remoteAddress = CLIENT): Promise<number> => {
    const answers = Array.from({ length: count }, () => app.inject({ url: '/', remoteAddress }));
    return (await Promise.all(answers)).filter(({ statusCode }) => statusCode === 200).length;
  };
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.close()));
    apps = [];
  });

  it('count the requests of an IP address in all processes together after half a second', async () => {
    begin();
    const [one, other] = [await open('one'), await open('other')];
    expect(await admitted(one, 10)).toBe(10);
    clock.advance(INTERVAL_MS);
    expect(await admitted(other, 10)).toBe(0);
    expect(await admitted(other, 10, STRANGER)).toBe(10);
    clock.advance(5_000);
    expect((await admitted(one, 10)) + (await admitted(other, 10))).toBeLessThanOrEqual(10);
  });

  it('admit a client that alternates between processes at the rate of one process in the long run', async () => {
    begin();
    const [one, other] = [await open('one'), await open('other')];
    let total = 0;
    for (let step = 0; step < 200; step += 1) {
      total += (await admitted(one, 2)) + (await admitted(other, 2));
      clock.advance(INTERVAL_MS);
    }
    // A hundred seconds permit a hundred requests and one burst. The delay of the exchange adds a burst in the other
    // process.
    expect(total).toBeLessThanOrEqual(120);
    expect(total).toBeGreaterThan(80);
  });

  it('admit an IP address again after the time in which two bursts refill', async () => {
    begin();
    const [one, other] = [await open('one'), await open('other')];
    await Promise.all([admitted(one, 10), admitted(other, 10)]);
    clock.advance(INTERVAL_MS);
    expect(await admitted(one, 1)).toBe(0);
    clock.advance(20_000);
    expect(await admitted(one, 10)).toBe(10);
  });

  it('count separately in each process if the processes do not exchange counts', async () => {
    begin();
    const [one, other] = [await open('one', false), await open('other', false)];
    await admitted(one, 10);
    clock.advance(INTERVAL_MS);
    expect(await admitted(other, 10)).toBe(10);
  });
});
