#!/usr/bin/env node
/** Runs the built command line, building it first when it is missing or older than its sources. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUILT = `${ROOT}apps/cli/dist/vigia.mjs`;

/** Inputs of the build; folders without sources are left out, since this runs before every command. */
const SOURCES = ['apps/cli/src', 'apps/server/src', 'packages', 'brokers', 'scripts/lib', 'package-lock.json'];
const NO_SOURCES = new Set(['node_modules', 'dist', '.cache', '.tsbuild', 'test-data', 'data']);

/**
 * Whether something under `path` was written after `timeMs`; a folder is written when a file in it comes or goes.
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

/** Builds; what the build says goes to stderr, so that the command's own output stays clean. */
function build() {
  const started = new Date();
  const { status } = spawnSync(process.execPath, [`${ROOT}scripts/build.mjs`, 'cli'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
  // The build leaves its output alone if only a test changed: with a new date it is not checked again.
  utimesSync(BUILT, started, started);
}

if (isStale()) build();
await import(pathToFileURL(BUILT).href);
