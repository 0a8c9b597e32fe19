import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { ensureProgram, programPath } from './debian-program.mjs';

const NODE = { name: 'node', variable: 'VIGIA_TEST_PROGRAM', debianPackage: 'none', debianFile: 'none' };

afterEach(() => vi.unstubAllEnvs());

test('a program is found in the path', async () => {
  expect(existsSync((await programPath(NODE)) ?? '')).toBe(true);
});

test('the program that is named is taken', async () => {
  vi.stubEnv('VIGIA_TEST_PROGRAM', process.execPath);
  expect(await ensureProgram({ ...NODE, name: 'no-such-program' })).toBe(process.execPath);
});

test('a name that leads nowhere is told', async () => {
  vi.stubEnv('VIGIA_TEST_PROGRAM', '/no/such/file');
  await expect(programPath(NODE)).rejects.toThrow('VIGIA_TEST_PROGRAM dice «/no/such/file», donde no hay nada.');
});
