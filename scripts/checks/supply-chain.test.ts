import { describe, expect, it } from 'vitest';
import { lockFaults, supplyChainFaults } from './supply-chain.mjs';

const NPMRC = 'audit=false\nignore-scripts=true\n';
const SOUND = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' };
const ROOT_ENTRY = { engines: { node: '>=20.19' } };
const lockOf = (entry: object, path = 'node_modules/x') => ({
  lockfileVersion: 3,
  packages: { '': ROOT_ENTRY, [path]: entry },
});

describe('a third-party package', () => {
  it('has an exact version, a checksum, an allowed licence and no unknown install script', () => {
    expect(supplyChainFaults()).toEqual([]);
  });

  it.each([
    ['something without a sum', { ...SOUND, integrity: undefined }],
    ['a weak sum', { ...SOUND, integrity: 'sha1-x' }],
    ['another registry', { ...SOUND, resolved: 'https://npm.example/x.tgz' }],
    ['a new install script', { ...SOUND, hasInstallScript: true }],
    ['a licence that reaches over', { ...SOUND, license: 'GPL-3.0' }],
    ['half a free licence', { ...SOUND, license: 'MIT AND GPL-3.0' }],
    ['no licence', { ...SOUND, license: undefined }],
    ['a newer Node than the oldest allowed one', { ...SOUND, engines: { node: '>=22' } }],
  ])('is refused for %s', (_what, entry) => {
    expect(lockFaults(lockOf(entry), NPMRC)).toHaveLength(1);
  });

  it('is accepted with one allowed licence of several, with a known install script, or as a development tool with any licence', () => {
    expect(lockFaults(lockOf({ ...SOUND, license: '(GPL-3.0 OR MIT)' }), NPMRC)).toEqual([]);
    expect(lockFaults(lockOf({ ...SOUND, hasInstallScript: true }, 'node_modules/esbuild'), NPMRC)).toEqual([]);
    expect(lockFaults(lockOf({ ...SOUND, license: 'EPL-1.0', dev: true }), NPMRC)).toEqual([]);
  });

  it('is accepted if the oldest allowed Node suffices', () => {
    expect(lockFaults(lockOf({ ...SOUND, engines: { node: '^20.17.0 || >=22.9.0' } }), NPMRC)).toEqual([]);
  });

  it('is refused if its version is not exact, or if npm may run install scripts', () => {
    const own = {
      dependencies: { a: '1.2.3', b: '^1.2.3' },
      devDependencies: { c: '>=1', d: 'npm:e@1.2.3', f: 'npm:@g/h@1' },
    };
    expect(lockFaults(lockOf(own, 'apps/x'), NPMRC)).toEqual([
      'apps/x: b may be any of ^1.2.3',
      'apps/x: c may be any of >=1',
      'apps/x: f may be any of npm:@g/h@1',
    ]);
    expect(lockFaults(lockOf(SOUND), 'audit=false\n')).toEqual(['.npmrc: install scripts of others would run']);
  });
});
