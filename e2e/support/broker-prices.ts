import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { z } from 'zod';
import type { DrivenServer } from './driven-server.ts';
import type { People, Person } from './people.ts';
import type { SimulatedBrokerId } from './simulated-brokers.ts';

const PATIENCE_MS = 60_000;
const HASTE = 8;
const Source = z.object({ data: z.object({ source: z.string(), state: z.string() }) });

/**
 * Waits until the user gets the prices of a broker, then reloads the page. During this wait the server's clock runs
 * faster than real time, but the page asks for the server's time only every five seconds. Without the reload, the
 * page's clock would be behind and its orders would arrive too late.
 */
export async function waitForBrokerPrices(
  page: Page,
  server: DrivenServer,
  people: People,
  { session }: Person,
  source: SimulatedBrokerId,
): Promise<void> {
  const shown = async () => Source.parse(await people.api('/api/v1/trading/market-source', session)).data;
  const come = expect.poll(shown, { timeout: PATIENCE_MS }).toMatchObject({ source, state: 'live' });
  await server.creep(come, HASTE);
  await page.reload();
}
