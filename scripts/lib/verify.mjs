import { CHECKS } from '../checks/index.mjs';
import { duration, say } from './say.mjs';

const AT_ONCE = 2;

/**
 * Runs every static check, two at a time. Prints a line at the end of each check.
 * @returns {Promise<{ passed: number, failed: number }>} each check counts as one test
 */
export async function runChecks() {
  const waiting = [...CHECKS];
  let failed = 0;
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await passes(check))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { passed: CHECKS.length - failed, failed };
}

/** @param {import('../checks/index.mjs').Check} check */
async function passes(check) {
  const startedMs = performance.now();
  const faults = await check
    .faults()
    .catch((error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  const took = duration(performance.now() - startedMs);
  say(faults === '' ? `  ✓ ${check.name} (${took})` : `  ✗ ${check.name} (${took})\n${faults}\n`);
  return faults === '';
}
