import { expect, test } from 'vitest';
import { faultCounts, playwrightCounts, vitestCounts } from './counts.mjs';

const vitestReport = (
  passed: number,
  failed: number,
  files: { status: string; assertionResults: { status: string }[] }[] = [],
) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: files,
  });

const playwrightReport = (stats: { expected: number; unexpected: number; flaky: number }, errors: object[] = []) =>
  JSON.stringify({ stats: { ...stats, skipped: 1 }, errors });

test('the counts of a successful run contain the passed and the skipped tests', () => {
  expect(vitestCounts(vitestReport(5, 0), 0)).toEqual({ passed: 5, failed: 0, skipped: 2 });
  expect(playwrightCounts(playwrightReport({ expected: 3, unexpected: 0, flaky: 0 }), 0)).toEqual({
    passed: 3,
    failed: 0,
    skipped: 1,
  });
});

test('a test file that could not be loaded is a failure', () => {
  const files = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ];

  expect(vitestCounts(vitestReport(5, 1, files), 1).failed).toBe(2);
});

test('a browser test that passes only on the second attempt is a failure, and so is an error outside any test', () => {
  expect(playwrightCounts(playwrightReport({ expected: 3, unexpected: 1, flaky: 1 }, [{}]), 1).failed).toBe(3);
});

test.each([
  ['there is no report', null, 0],
  ['the report is cut off', '{"numPassedTests": 5', 0],
  ['the report is of another kind', '{"stats": {}, "errors": [], "testResults": []}', 0],
  ['the runner ended badly', vitestReport(5, 0), 1],
  ['the runner was killed', vitestReport(5, 0), null],
  ['nothing ran', vitestReport(0, 0), 0],
])('the counts contain at least one failure if %s', (_case, report, code) => {
  expect(vitestCounts(report, code).failed).toBeGreaterThanOrEqual(1);
});

test('the counts of fault scenarios contain one result per scenario and seed, and a missing report is a failure', () => {
  expect(faultCounts('{"passed": 36, "failed": 0, "skipped": 2}', 0)).toEqual({ passed: 36, failed: 0, skipped: 2 });
  expect(faultCounts('{"passed": 35, "failed": 1}', 1).failed).toBe(1);
  expect(faultCounts('{"passed": 0, "failed": 0}', 0).failed).toBe(1);
  expect(faultCounts(null, 0).failed).toBe(1);
});
