import { describe, expect, it } from 'vitest';
import { releaseFaults } from './release-faults.mjs';

const READY = {
  version: '0.2.0',
  tags: ['v0.2.0'],
  projectVersion: '0.2.0',
  changelog:
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n- New.\n\n## [0.1.0] - 2026-01-01\n\n- First.\n',
};

describe('releaseFaults', () => {
  it('accepts a tag, a package.json and a changelog that agree', () => {
    expect(releaseFaults(READY)).toEqual([]);
  });

  it.each([
    ['another tag', { tags: ['v0.3.0'] }, /etiqueta es v0.3.0/],
    ['another version in package.json', { projectVersion: '0.1.0' }, /package.json dice 0.1.0/],
    ['a changelog without the version', { changelog: '## [0.1.0] - 2026-01-01\n' }, /no tiene la sección/],
    ['a changelog without its date', { changelog: '## [0.2.0]\n\n- New.\n' }, /no tiene la sección/],
    [
      'changes without a version',
      { changelog: READY.changelog.replace('\n\n## [0.2', '\n\n- Newer.\n\n## [0.2') },
      /Unreleased/,
    ],
  ])('refuses %s', (_name, difference, fault) => {
    expect(releaseFaults({ ...READY, ...difference })).toEqual([expect.stringMatching(fault)]);
  });

  it('allows a draft from a commit without the tag of a version', () => {
    expect(releaseFaults({ ...READY, tags: ['nightly'], changelog: '' })).toEqual([]);
  });
});
