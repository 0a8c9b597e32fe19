import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../startup-error.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a private folder and those it lies in, one level at a time: Node's own recursive way never returns where the
 * system lets nobody make folders, as under /proc.
 * @throws the system's error where one of them cannot be made
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (isFolder(path)) return;
    if (errorCode(error) !== 'ENOENT' || isFolder(parent) || parent === path) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}
