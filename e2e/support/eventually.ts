import { expect } from '@playwright/test';
import type { DrivenServer } from './driven-server.ts';

const SOON = { timeout: 1_000 } as const;
const INTERVALS_MS = [100];
const PATIENCE_MS = 30_000;

/**
 * Lets the server's time pass until this holds. What the server does by the clock takes several answers of its
 * database and a page that already listens, and time that is driven waits for neither: how much of it goes by
 * meanwhile depends on the machine, so no fixed amount of it is enough. It passes at real time's pace and no faster:
 * a page asks for the server's time every five seconds and goes by its own clock between, so that an order it sends
 * right after is still in time.
 */
export const eventually = (server: DrivenServer, holds: (soon: typeof SOON) => Promise<void>): Promise<void> =>
  server.creep(expect(() => holds(SOON)).toPass({ timeout: PATIENCE_MS, intervals: INTERVALS_MS }));
