/**
 * `node scripts/stage.mjs <name>`: runs one stage of the tests and writes its counts to a file. Exits with code 1 if a
 * test failed.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { duration, main, Stop, say } from './lib/say.mjs';
import { answeredCodesFile, countsFile, reportFile, STAGES } from './lib/stages.mjs';
import { runWatched } from './lib/watched-run.mjs';
import { readIfPresent } from './lib/workspace.mjs';

/** The folder of the in-memory file system on Linux. */
const MEMORY = '/dev/shm';
/** Minimum number of free bytes in memory for a stage. The databases of two stages need less than this. */
const ROOM_BYTES = 6 * 2 ** 30;
const MINUTE_MS = 60_000;
/**
 * Time in milliseconds without output after which a stage counts as stalled. The slowest test takes one minute, or
 * several minutes on a busy machine.
 */
const QUIET_MS = 6 * MINUTE_MS;
const TOTAL_MS = 25 * MINUTE_MS;

await main(async () => {
  const name = process.argv[2] ?? '';
  const stage = STAGES[name];
  if (!stage) throw new Stop(`No hay una etapa «${name}»; las hay: ${Object.keys(STAGES).join(', ')}.`);
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt.abort());
  for (const file of [countsFile(name), reportFile(name)]) {
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true });
  }
  // An empty file means that no server returned a code; a missing file means that the stage did not run.
  if (stage.recordsCodes === true) writeFileSync(answeredCodesFile(name), '');
  const startedMs = performance.now();
  const scratch = stage.hasDatabases === true ? memoryFolder() : null;
  const env = { ...(await stage.env?.()), ...(scratch !== null && { TMPDIR: scratch }) };
  const limits = { quietMs: stage.quietMs ?? QUIET_MS, totalMs: stage.totalMs ?? TOTAL_MS, signal: interrupt.signal };
  const { code, output } = await runWatched(stage.args, env, limits).finally(() => {
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  });
  const counts = stage.counts(readIfPresent(reportFile(name)), code);
  const tookMs = performance.now() - startedMs;
  writeFileSync(countsFile(name), JSON.stringify({ ...counts, tookMs, finishedMs: Date.now() }));
  if (counts.failed > 0) say(output);
  say(`${name}: ${counts.passed} passed, ${counts.failed} failed (${duration(tookMs)})`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
});

/**
 * Creates a folder in memory for the databases of a stage; returns null if there is not enough memory. On an ext4 disk,
 * a stage would spend a third of its CPU time in the search for free inodes after databases are dropped.
 */
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (process.availableMemory() < ROOM_BYTES || bavail * bsize < ROOM_BYTES) return null;
    const folder = mkdtempSync(join(MEMORY, 'vigia-'));
    // PostgreSQL refuses to run as root. If this script runs as root, PostgreSQL runs as another user, who needs write
    // access.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return null;
  }
}
