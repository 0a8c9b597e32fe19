import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { type LockHolder, lockHolder } from '#platform/persistence/app-lock.ts';
import { isAlive, processStartToken } from '#platform/process-identity.ts';
import { IS_PACKAGED, PROJECT_ROOT, VERSION } from '#platform/project-root.ts';

/** Purpose of the lock that a server holds on its data folder. */
export const SERVER_PURPOSE = 'servidor';

/** The installed programs and the data folder that they use. */
export type Installation = {
  readonly version: string;
  readonly isPackaged: boolean;
  /** Folder of the programs, for relative paths in messages. */
  readonly folder: string;
  readonly dataFolder: string;
  /** The program of the server; null if it is not built. */
  readonly serverFile: string | null;
};

/** A process, with a token that distinguishes it from a later process with the same id. */
export type ProcessIdentity = { readonly pid: number; readonly started: string };

/** Returns what is installed here. */
export function installationOf({ dataFolder }: Config): Installation {
  const file = join(PROJECT_ROOT, 'apps/server/dist/main.mjs');
  const serverFile = existsSync(file) ? file : null;
  return { version: VERSION, isPackaged: IS_PACKAGED, folder: PROJECT_ROOT, dataFolder, serverFile };
}

/** Returns the process that uses the data folder; null if there is none. */
export function folderHolder(dataFolder: string): (LockHolder & { readonly isServer: boolean }) | null {
  const holder = lockHolder(dataFolder);
  return holder && { ...holder, isServer: holder.purpose === SERVER_PURPOSE };
}

export const processIdentityOf = (pid: number): ProcessIdentity => ({ pid, started: processStartToken(pid) });

/** Returns true while this process runs. */
export const isProcessRunning = ({ pid, started }: ProcessIdentity): boolean =>
  isAlive(pid) && (started === '' || processStartToken(pid) === started);
