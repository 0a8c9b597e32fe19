/**
 * `node scripts/stage.mjs <name>`: runs one stage of the tests and leaves its counts; ends with code 1 unless all
 * passed.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { duration, main, Stop, say } from './lib/say.mjs';
import { countsFile, reportFile, STAGES } from './lib/stages.mjs';
import { runWatched } from './lib/watched-run.mjs';
import { readIfPresent } from './lib/workspace.mjs';

const MINUTE_MS = 60_000;
/**
 * Without progress for so long a stage hangs: the slowest single test takes one minute, and a busy machine some times
 * that.
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
  const startedMs = performance.now();
  const env = (await stage.env?.()) ?? {};
  const limits = { quietMs: stage.quietMs ?? QUIET_MS, totalMs: stage.totalMs ?? TOTAL_MS, signal: interrupt.signal };
  const { code, output } = await runWatched(stage.args, env, limits);
  const counts = stage.counts(readIfPresent(reportFile(name)), code);
  const tookMs = performance.now() - startedMs;
  writeFileSync(countsFile(name), JSON.stringify({ ...counts, tookMs, finishedMs: Date.now() }));
  if (counts.failed > 0) say(output);
  say(`${name}: ${counts.passed} passed, ${counts.failed} failed (${duration(tookMs)})`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
});
