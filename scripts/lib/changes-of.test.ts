import { describe, expect, it } from 'vitest';
import { changesOf } from './changes-of.mjs';

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [0.1.0] - 2026-01-01\n\n- First.\n';

describe('changesOf', () => {
  it('returns the section of a released version', () => {
    expect(changesOf(CHANGELOG, '0.1.0')).toBe('## [0.1.0] - 2026-01-01\n\n- First.\n');
  });

  it('returns the unreleased changes for a version without a section', () => {
    expect(changesOf(CHANGELOG, '0.2.0')).toBe('## [Unreleased]\n\n- New.\n');
  });

  it('refuses a changelog without sections', () => {
    expect(() => changesOf('# Changelog\n', '0.2.0')).toThrow('no section for 0.2.0');
  });
});
