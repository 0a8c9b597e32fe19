import type { Page } from '@playwright/test';
import { advanceClockUntil } from '../support/advance-clock-until.ts';
import { EAGER_STRATEGY } from '../support/candles.ts';
import {
  firstTrade,
  repeatLast,
  setupMadeAndJudged,
  stopEverything,
  untilRepeatable,
  type Visitor,
  yesterdaysLosses,
} from '../support/daily-tasks.ts';
import { Hand } from '../support/hand.ts';
import { pageTime } from '../support/page-time.ts';
import { storedSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const MINUTE_MS = 60_000;
/** Five tasks, a minute of the market and five loads of the app, on a busy machine. */
const LONG_MS = 240_000;

const SIZES = [
  ['a phone', { width: 390, height: 844 }, true],
  ['a laptop', { width: 1440, height: 900 }, false],
] as const;

/** Opens the dashboard again, as the start of the next task. */
async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByText('En vivo')).toBeVisible();
}

for (const [where, viewport, isPhone] of SIZES) {
  test.describe(`on ${where}`, () => {
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone });

    test('each daily task takes at most its number of taps', async ({ page, server, people }) => {
      test.setTimeout(LONG_MS);
      const timeIsKnown = pageTime(page);
      const visitor = (hand: Hand): Visitor => ({
        page,
        hand,
        isPhone,
        waitUntil: (holds) => advanceClockUntil(server, holds),
      });
      const tapsOf = async (task: (each: Visitor) => Promise<unknown>): Promise<number> => {
        const hand = new Hand();
        await task(visitor(hand));
        return hand.taps;
      };

      await page.goto('/');
      expect(await tapsOf(firstTrade)).toBe(3);

      const { access_token: token, user } = await storedSession(page);
      const api = people.client(token);
      await server.run(MINUTE_MS);
      await server.runUntil(async () => (await api.call('GET /api/v1/trading/active')).data.length === 0, MINUTE_MS);
      await timeIsKnown();
      await untilRepeatable(visitor(new Hand()));
      expect(await tapsOf(repeatLast)).toBe(1);

      await server.storeYesterdaysLosses(user.id);
      await openDashboard(page);
      expect(await tapsOf(yesterdaysLosses)).toBe(2);

      await openDashboard(page);
      expect(await tapsOf(setupMadeAndJudged)).toBe(isPhone ? 4 : 5);

      await api.call('POST /api/v1/strategies', { body: EAGER_STRATEGY });
      await openDashboard(page);
      expect(await tapsOf(async (each) => expect(await stopEverything(each)).toMatch(/^Detener/))).toBe(1);
    });
  });
}
