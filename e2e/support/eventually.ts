import { expect } from '@playwright/test';
import type { DrivenServer } from './driven-server.ts';

const STEP_MS = 500;
const SOON = { timeout: 1_000 } as const;
const PATIENCE_MS = 30_000;

/**
 * Lets the server's time pass in small steps until this holds. What the server does by the clock takes several answers
 * of its database and a page that already listens, and time that is driven waits for neither: how much of it goes by
 * meanwhile depends on the machine, so no fixed amount of it is enough.
 */
export async function eventually(server: DrivenServer, holds: (soon: typeof SOON) => Promise<void>): Promise<void> {
  await expect(async () => {
    await server.run(STEP_MS);
    await holds(SOON);
  }).toPass({ timeout: PATIENCE_MS });
}
