import { expect } from '@playwright/test';
import type { DrivenServer } from './driven-server.ts';

const SOON = { timeout: 1_000 } as const;
const INTERVALS_MS = [100];
const PATIENCE_MS = 30_000;

/**
 * Advances the server's clock at the pace of real time until `holds` succeeds. The server time that an action needs
 * depends on the machine, so no fixed amount is enough. At this pace the page's clock stays close to the server's
 * clock, so the next order of the page is not late.
 */
export const advanceClockUntil = (server: DrivenServer, holds: (soon: typeof SOON) => Promise<void>): Promise<void> =>
  server.creep(expect(() => holds(SOON)).toPass({ timeout: PATIENCE_MS, intervals: INTERVALS_MS }));
