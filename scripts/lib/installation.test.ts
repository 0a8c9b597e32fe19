import { expect, test } from 'vitest';
import { checkNode, lockHolds } from './installation.mjs';

test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('Node %s is accepted as new enough', (version) => {
  expect(() => checkNode(version)).not.toThrow();
});

test.each(['20.18.3', '18.20.0', '8.0.0'])('Node %s is refused in one sentence that names both versions', (version) => {
  expect(() => checkNode(version)).toThrow(`Vigía necesita Node 20.19 o más nuevo y este es ${version}`);
});

const zod = { version: '4.6.7', integrity: 'sha512-a' };
const otherSystem = { version: '1.0.0', integrity: 'sha512-b', optional: true };
const wanted = {
  packages: { '': {}, 'packages/core': {}, 'node_modules/zod': zod, 'node_modules/other-system': otherSystem },
};

test('lockHolds accepts a missing optional package, such as the binary for another operating system', () => {
  expect(lockHolds(wanted, { packages: { 'node_modules/zod': zod } })).toBe(true);
});

test.each([
  ['a package is missing', {}],
  ['another version is there', { 'node_modules/zod': { ...zod, version: '4.0.0' } }],
  [
    'an optional one is of another version',
    { 'node_modules/zod': zod, 'node_modules/other-system': { ...otherSystem, version: '2.0.0' } },
  ],
])('an installation is needed if %s', (_case, packages) => {
  expect(lockHolds(wanted, { packages })).toBe(false);
});
