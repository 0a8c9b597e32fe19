import { describe, expect, it } from 'vitest';
import { bodyFaultsOf, subjectFaults } from './commit-subjects.mjs';

describe('the check of commit subjects', () => {
  it.each([
    'feat(server): refuse orders on frozen prices',
    'test(mail,push): one outbox worker serves both',
    'docs: name the test commands',
    `fix(web): ${'x'.repeat(62)}`,
  ])('accepts "%s"', (subject) => {
    expect(subjectFaults(subject)).toEqual([]);
  });

  it.each([
    ['has more than 72 characters', `fix(web): ${'x'.repeat(63)}`, /73 characters/],
    ['has no type', 'refuse orders on frozen prices', /form/],
    ['has an unknown type', 'wip(server): refuse orders', /form/],
    ['says nothing after its scope', 'fix(server): ', /form/],
    ['lacks the space', 'fix(server):refuse orders', /form/],
  ])('refuses a subject that %s', (_why, subject, fault) => {
    expect(subjectFaults(subject)).toEqual([expect.stringMatching(fault)]);
  });

  it('requires a body with the reason, except for types of changes that need none', () => {
    expect(bodyFaultsOf('1a fix(web): keep the order\0')).toEqual([
      '1a: a body must say why: fix(web): keep the order',
    ]);
    expect(bodyFaultsOf('1a fix(web): keep the order\0It was lost.\n')).toEqual([]);
    expect(bodyFaultsOf('1a docs: name the commands\0')).toEqual([]);
    expect(bodyFaultsOf('\n')).toEqual([]);
  });
});
