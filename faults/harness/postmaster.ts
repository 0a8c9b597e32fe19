import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The database server process (postmaster) that runs on a data folder. */
export type Postmaster = { readonly pid: number };

/** Returns the database server of the data folder; null if none is running. */
export function readPostmaster(dataFolder: string): Postmaster | null {
  const cluster = join(dataFolder, 'postgres');
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)) return null;
    return { pid };
  } catch {
    return null;
  }
}
