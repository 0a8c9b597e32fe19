/** @typedef {{ passed: number, failed: number, skipped?: number }} Counts */

/**
 * Returns the counts of a vitest run. A test file that could not be loaded counts as one failure. If the test runner
 * crashed, left no report or exited with an error code, the function counts at least one failure.
 * @param {string | null} report its JSON
 * @param {number | null} code
 * @returns {Counts}
 */
export function vitestCounts(report, code) {
  const result = parsed(report);
  if (!result) return CRASHED;
  /** @type {readonly { status: string, assertionResults: readonly { status: string }[] }[]} */
  const files = result.testResults ?? [];
  const unloadable = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return honest(
    {
      passed: result.numPassedTests,
      failed: result.numFailedTests + unloadable.length,
      skipped: result.numPendingTests + result.numTodoTests,
    },
    code,
  );
}

/**
 * Returns the counts of a Playwright run. A test that passes only at the second attempt counts as failed.
 * @param {string | null} report its JSON
 * @param {number | null} code
 * @returns {Counts}
 */
export function playwrightCounts(report, code) {
  const result = parsed(report);
  if (!result) return CRASHED;
  const { expected, unexpected, flaky, skipped } = result.stats;
  return honest({ passed: expected, failed: unexpected + flaky + result.errors.length, skipped }, code);
}

/**
 * Returns the counts of a run of the fault scenarios. Each scenario counts once for each seed.
 * @param {string | null} report its JSON
 * @param {number | null} code
 * @returns {Counts}
 */
export function faultCounts(report, code) {
  const result = parsed(report);
  return result ? honest(result, code) : CRASHED;
}

/**
 * @param {Counts} counts
 * @param {number | null} code
 * @returns {Counts}
 */
function honest(counts, code) {
  const sum = counts.passed + counts.failed;
  if (!Number.isInteger(sum)) return CRASHED;
  return code === 0 && sum > 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

/** @type {Counts} */
const CRASHED = { passed: 0, failed: 1 };

/** @param {string | null} report */
function parsed(report) {
  try {
    return JSON.parse(report ?? 'null');
  } catch {
    return null;
  }
}
