import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { ensureProgram, programPath } from './debian-program.mjs';

const NODE = { name: 'node', variable: 'VIGIA_TEST_PROGRAM', debianPackage: 'none', debianFile: 'none' };

afterEach(() => vi.unstubAllEnvs());

test('programPath finds a program in the PATH', async () => {
  expect(existsSync((await programPath(NODE)) ?? '')).toBe(true);
});

test('ensureProgram returns the program that the environment variable names', async () => {
  vi.stubEnv('VIGIA_TEST_PROGRAM', process.execPath);
  expect(await ensureProgram({ ...NODE, name: 'no-such-program' })).toBe(process.execPath);
});

test('programPath reports the environment variable if its file does not exist', async () => {
  vi.stubEnv('VIGIA_TEST_PROGRAM', '/no/such/file');
  await expect(programPath(NODE)).rejects.toThrow('VIGIA_TEST_PROGRAM dice «/no/such/file», donde no hay nada.');
});
