import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small project in the temporary folder with faults that a test must find. `remove` deletes the folder. */
export type PlantedTree = { root: string; remove: () => void };

/**
 * Creates such a project.
 * @param files the contents by path
 * @param links the target folder of each symbolic link; both paths are relative to the root of the project
 */
export function plantTree(
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): PlantedTree {
  const root = mkdtempSync(join(tmpdir(), 'vigia-planted-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(root, target), join(root, path), 'junction');
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
