import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small project of its own in the temporary folder, to plant faults in; gone when disposed. */
export type PlantedTree = { root: string; remove: () => void };

/** @param files contents by path; @param links folders by the path of the symbolic link to them, both under the tree's root */
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
