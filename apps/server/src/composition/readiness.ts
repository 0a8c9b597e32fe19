import { statfs } from 'node:fs/promises';
import type { Features, Foundation } from './features.ts';

/** What orders need and a process can lack. */
export const NEEDS = ['database', 'disk', 'feed'] as const;
export type Need = (typeof NEEDS)[number];

/** Below it the database soon finds no room for a page of its own. */
const FREE_MIN_BYTES = 4 * 2 ** 20;

/** What this process lacks at the moment. */
export async function lacking(
  { db, config }: Pick<Foundation, 'db' | 'config'>,
  { markets }: Pick<Features, 'markets'>,
): Promise<ReadonlySet<Need>> {
  const [isUp, isFull] = await Promise.all([db.isUp(), isDiskFull(config.dataFolder)]);
  const isLive = markets.own.status().state === 'live';
  const has = { database: isUp, disk: !isFull, feed: isLive } satisfies Record<Need, boolean>;
  return new Set(NEEDS.filter((need) => !has[need]));
}

async function isDiskFull(dataFolder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataFolder);
  return bavail * bsize < FREE_MIN_BYTES;
}
