import { rmSync } from 'node:fs';
import { ORDER_SEED_VARIABLE, runOrderSeed } from './order-seed.mjs';
import { npmCliPath } from './processes.mjs';
import { duration, say } from './say.mjs';
import { countsFile } from './stages.mjs';
import { runWatched } from './watched-run.mjs';
import { readIfPresent } from './workspace.mjs';

/** Time limit of `npm test` in milliseconds. A stage that is still running at that time fails. */
const SHORT_TIER_MS = 38 * 60_000;
/**
 * Number of stages of `npm test` that run at the same time. A single stage would leave a CPU core idle while it waits.
 */
const LANES = 2;

/** @typedef {import('./stages.mjs').Stage} Stage */
/** @typedef {import('./counts.mjs').Counts & { tookMs: number, finishedMs: number }} Outcome */

/**
 * Runs every stage, even after failures. Prints one line for each stage, and at the end `N passed, N failed`.
 * @param {Readonly<Record<string, Stage>>} stages
 * @param {{ isCached: boolean }} options isCached: wireit repeats only stages with changed inputs, and two stages run
 * at the same time
 */
export async function runStages(stages, { isCached }) {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt.abort());
  const total = { passed: 0, failed: 0 };
  const orderSeed = runOrderSeed(isCached, process.env);
  say(`orden de las pruebas: semilla ${orderSeed}`);
  const untilMs = isCached ? performance.now() + SHORT_TIER_MS : Infinity;
  const all = Object.entries(stages);
  /** @param {[string, Stage][]} waiting the stages that have not started yet */
  const lane = async (waiting) => {
    for (let next = waiting.shift(); next && !interrupt.signal.aborted; next = waiting.shift()) {
      const [name, stage] = next;
      say(`▸ ${stage.title}`);
      const totalMs = untilMs - performance.now();
      const limits = { totalMs, quietMs: totalMs, signal: interrupt.signal };
      const { passed, failed } = await outcome(name, stage, isCached ? null : orderSeed, limits);
      total.passed += passed;
      total.failed += failed;
    }
  };
  await lane(all.filter(([, stage]) => stage.isFirst === true));
  const others = all.filter(([, stage]) => stage.isFirst !== true && stage.isLast !== true);
  await Promise.all(Array.from({ length: isCached ? LANES : 1 }, () => lane(others)));
  await lane(all.filter(([, stage]) => stage.isLast === true));
  if (interrupt.signal.aborted) total.failed += 1;
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
  say(`${total.passed} passed, ${total.failed} failed`);
}

/**
 * @param {string} name
 * @param {Stage} stage
 * @param {number | null} orderSeed seed for the order of the tests in an uncached run; null in a cached run
 * @param {import('./watched-run.mjs').Limits} limits
 */
async function outcome(name, { title, isAlwaysRun = false }, orderSeed, limits) {
  const startedMs = Date.now();
  const viaWireit = orderSeed === null && !isAlwaysRun;
  const args = viaWireit ? [npmCliPath(), 'run', '--silent', `stage:${name}`] : ['scripts/stage.mjs', name];
  if (!viaWireit) rmSync(countsFile(name), { force: true });
  const { code, output } = await runWatched(
    args,
    orderSeed === null
      ? { WIREIT_LOGGER: 'quiet-ci', [ORDER_SEED_VARIABLE]: undefined }
      : { VIGIA_TIER: 'all', [ORDER_SEED_VARIABLE]: String(orderSeed) },
    limits,
  );
  /** @type {Outcome} */
  const counts = JSON.parse(readIfPresent(countsFile(name)) ?? '{"passed":0,"failed":1,"tookMs":0,"finishedMs":0}');
  // If wireit itself fails, the file still contains the counts of the previous run.
  const failed = code === 0 ? counts.failed : Math.max(1, counts.failed);
  if (failed > 0) say(output);
  const skipped = counts.skipped ? `, ${counts.skipped} omitidas` : '';
  const when = counts.finishedMs < startedMs ? 'de caché' : duration(counts.tookMs);
  say(`${failed === 0 ? '✓' : '✗'} ${title}: ${counts.passed} pasaron, ${failed} fallaron${skipped} (${when})`);
  return { passed: counts.passed, failed };
}
