import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../startup-error.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Creates a private folder and its parents, one level at a time. The recursive option of Node never returns in folders
 * that are read-only for all users, such as /proc.
 * @throws the error of the system if one of the folders cannot be created
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (isFolder(path)) return;
    if (errorCode(error) !== 'ENOENT' || isFolder(parent) || parent === path) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}
