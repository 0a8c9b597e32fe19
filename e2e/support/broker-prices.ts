import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { z } from 'zod';
import type { DrivenServer } from './driven-server.ts';
import type { People, Person } from './people.ts';

const PATIENCE_MS = 60_000;
const HASTE = 8;
const Source = z.object({ data: z.object({ source: z.string(), state: z.string() }) });

/**
 * Waits until a viewer gets the prices of IQ Option. Its market is opened at the pace of its own requests, whose
 * answers come over real sockets: most of the waiting is the clock's, but not all of it. The page, which asks for the
 * server's time every five seconds, is behind by then, and orders it sent would come too late: it restarts.
 */
export async function iqOptionPricesCome(
  page: Page,
  server: DrivenServer,
  people: People,
  { session }: Person,
): Promise<void> {
  const shown = async () => Source.parse(await people.api('/api/v1/trading/market-source', session)).data;
  const come = expect.poll(shown, { timeout: PATIENCE_MS }).toMatchObject({ source: 'iqoption', state: 'live' });
  await server.creep(come, HASTE);
  await page.reload();
}
