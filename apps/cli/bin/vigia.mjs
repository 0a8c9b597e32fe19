#!/usr/bin/env node
/** Runs the built command line. If the build is missing or older than its sources, the script builds it first. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUILT = `${ROOT}apps/cli/dist/vigia.mjs`;

/**
 * The input paths of the build. Folders without sources are excluded to save time, because this check runs before every
 * command.
 */
const SOURCES = ['apps/cli/src', 'apps/server/src', 'packages', 'brokers', 'scripts/lib', 'package-lock.json'];
const NO_SOURCES = new Set(['node_modules', 'dist', '.cache', '.tsbuild', 'test-data', 'data']);

/**
 * Returns true if a file or folder under `path` was changed after `timeMs`. The time of a folder changes when a file in
 * the folder is added or removed.
 * @param {string} path
 * @param {number} timeMs
 * @returns {boolean}
 */
function isNewer(path, timeMs) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return false;
  if (!stat.isDirectory()) return stat.mtimeMs > timeMs;
  if (stat.mtimeMs > timeMs) return true;
  return readdirSync(path).some((name) => !NO_SOURCES.has(name) && isNewer(`${path}/${name}`, timeMs));
}

function isStale() {
  const built = statSync(BUILT, { throwIfNoEntry: false });
  return !built || SOURCES.some((source) => isNewer(ROOT + source, built.mtimeMs));
}

/** Runs the build. Its messages go to stderr, so that stdout contains only the output of the command. */
function build() {
  const started = new Date();
  const { status } = spawnSync(process.execPath, [`${ROOT}scripts/build.mjs`, 'cli'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
  // The build does not rewrite its output if only a test changed. The new date prevents the next command from building
  // again.
  utimesSync(BUILT, started, started);
}

if (isStale()) build();
await import(pathToFileURL(BUILT).href);
