import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createTestDatabase } from './testing.ts';

const PROGRAM = fileURLToPath(new URL('./testing-lost-question.ts', import.meta.url));

it('a question of the driver that nobody waits for does not end the process', async () => {
  const test = await createTestDatabase();
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', PROGRAM, test.appUrl]);
  expect(stdout).toBe('refused\nanswered\n');
  await test.close();
});
