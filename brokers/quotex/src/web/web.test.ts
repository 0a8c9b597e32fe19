import { type Loopback, listenOnLoopback } from '@vigia/broker-kit/simulator';
import { ClockDriver } from '@vigia/testkit/conformance';
import { CookieJar } from 'tough-cookie';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebBudget, Web } from './web.ts';

const ends: Loopback[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end.stop();
});

describe('the pages of the broker’s website', () => {
  it('are requested at most 40 times a minute, even if callers ask more often', async () => {
    const drive = new ClockDriver(Date.UTC(2026, 10, 24, 9));
    let requests = 0;
    const site = await listenOnLoopback({
      onRequest: () => {
        requests += 1;
        return { status: 200, body: '' };
      },
      onUpgrade: () => ({ refuse: { status: 404, body: '' } }),
    });
    ends.push(site);
    const budget = createWebBudget(drive.clock);
    const ask = (): Promise<unknown> => {
      const web = new Web({
        origin: site.httpOrigin,
        jar: new CookieJar(),
        userAgent: 'a',
        clock: drive.clock,
        budget,
      });
      return web.get('/en/trade').then(ask);
    };
    for (let number = 0; number < 10; number++) void ask();
    await drive.advance(59_000);
    expect(requests).toBeGreaterThan(20);
    expect(requests).toBeLessThanOrEqual(40);
  });
});
