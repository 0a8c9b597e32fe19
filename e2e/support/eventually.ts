import { expect } from '@playwright/test';
import type { DrivenServer } from './driven-server.ts';

const SOON = { timeout: 1_000 } as const;
const INTERVALS_MS = [100];
const PATIENCE_MS = 30_000;

/**
 * Lets the server's time pass until `holds` succeeds. A timed action of the server needs several database responses and
 * a connected page. The amount of server time that it takes depends on the machine, so no fixed amount is enough. The
 * server's time passes only at the pace of real time: a page reads the server's time every five seconds and uses its
 * own clock in between, so an order it sends right afterwards is still in time.
 */
export const eventually = (server: DrivenServer, holds: (soon: typeof SOON) => Promise<void>): Promise<void> =>
  server.creep(expect(() => holds(SOON)).toPass({ timeout: PATIENCE_MS, intervals: INTERVALS_MS }));
