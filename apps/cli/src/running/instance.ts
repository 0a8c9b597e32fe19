import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessRunning } from '@vigia/server';
import { z } from 'zod';

/** The supervisor that runs on a data folder. `url` is null until the server accepts requests. */
const Instance = z.object({
  pid: z.number().int().positive(),
  started: z.string(),
  version: z.string(),
  sinceMs: z.number().int(),
  url: z.string().nullable(),
});

export type Instance = z.output<typeof Instance>;

const fileIn = (dataFolder: string): string => join(dataFolder, 'instance.json');

/** Returns the supervisor that runs on this data folder; null if there is none. */
export function readInstance(dataFolder: string): Instance | null {
  const instance = parse(readText(fileIn(dataFolder)));
  return instance && isProcessRunning(instance) ? instance : null;
}

/** Stores the instance. A reader sees the whole file or the previous one. */
export function writeInstance(dataFolder: string, instance: Instance): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const draft = `${fileIn(dataFolder)}.${instance.pid}`;
  writeFileSync(draft, JSON.stringify(instance), { mode: 0o600 });
  renameSync(draft, fileIn(dataFolder));
}

/** Removes the file of this supervisor. The file of another one stays. */
export function removeInstance(dataFolder: string, pid: number): void {
  if (parse(readText(fileIn(dataFolder)))?.pid === pid) rmSync(fileIn(dataFolder), { force: true });
}

function parse(text: string | null): Instance | null {
  try {
    return Instance.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
