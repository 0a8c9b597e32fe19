import { statfs } from 'node:fs/promises';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';

/** Conditions that a process must meet to accept orders. */
export const READINESS_CONDITIONS = ['database', 'disk', 'feed'] as const;
export type ReadinessCondition = (typeof READINESS_CONDITIONS)[number];

/** Free disk space below which writes of the database will soon fail. */
const FREE_MIN_BYTES = 4 * 2 ** 20;

/** Returns the conditions that this process does not meet now. */
export async function unmetConditions(
  { db, config }: Pick<Foundation, 'db' | 'config'>,
  { markets }: Pick<Features, 'markets'>,
): Promise<ReadonlySet<ReadinessCondition>> {
  const [isUp, isFull] = await Promise.all([db.isUp(), isDiskFull(config.dataFolder)]);
  const isLive = markets.own.status().state === 'live';
  const has = { database: isUp, disk: !isFull, feed: isLive } satisfies Record<ReadinessCondition, boolean>;
  return new Set(READINESS_CONDITIONS.filter((need) => !has[need]));
}

async function isDiskFull(dataFolder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataFolder);
  return bavail * bsize < FREE_MIN_BYTES;
}
