import { expect, test } from 'vitest';
import { answeredCodeFaults } from './answered-codes.mjs';

const TEXTS: Readonly<Record<string, string>> = { 'a.test.ts': "expect(code).toBe('late_order');" };

const faults = (answered: readonly string[], unanswered: Readonly<Record<string, { test: string }>> = {}) =>
  answeredCodeFaults({
    codes: ['not_found', 'late_order'],
    answered: new Set(answered),
    unanswered,
    textOf: (file) => TEXTS[file] ?? null,
  });

test('an error code that no server returned in an integration test is a fault', () => {
  expect(faults(['not_found', 'late_order', 'of_a_broker'])).toEqual([]);
  expect(faults(['not_found'])).toEqual(['late_order: no integration test makes a server answer it']);
});

test('an error code on the list of unanswered codes needs only a test that contains the code', () => {
  expect(faults(['not_found'], { late_order: { test: 'a.test.ts' } })).toEqual([]);
  expect(faults(['not_found'], { late_order: { test: 'b.test.ts' } })).toEqual(['late_order: not in b.test.ts']);
});

test('an unknown error code on the list of unanswered codes is a fault', () => {
  expect(faults(['not_found', 'late_order'], { older: { test: 'a.test.ts' } })).toEqual([
    'older: listed as unanswered, but not a code of the contract',
  ]);
});
