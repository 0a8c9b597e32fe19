import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CleanUser, cleanUser } from './clean-user.mjs';

let user: CleanUser;
beforeEach(async () => {
  vi.stubEnv('VIGIA_DATA_DIR', '/data-of-the-caller');
  vi.stubEnv('npm_config_cache', '/cache-of-the-caller');
  user = await cleanUser();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await user.leave();
});

it('a clean user has an empty home and none of the settings of the caller', async () => {
  const file = join(user.folder, 'look.cjs');
  writeFileSync(
    file,
    `const { readdirSync } = require('node:fs');
    process.stdout.write(JSON.stringify({ names: Object.keys(process.env), home: readdirSync(process.env.HOME) }));`,
  );
  const { names, home } = JSON.parse(await user.node(file, []));
  expect(home).toEqual([]);
  expect(names).not.toContain('VIGIA_DATA_DIR');
  expect(names).not.toContain('npm_config_cache');
});

it('a failed command of a clean user throws its output', async () => {
  const file = join(user.folder, 'fail.cjs');
  writeFileSync(file, `process.stderr.write('sin sitio'); process.exit(3);`);
  await expect(user.node(file, [])).rejects.toThrow(/terminó con código 3:\nsin sitio/);
});

it('a clean user leaves no folder behind', async () => {
  await user.leave();
  expect(existsSync(dirname(user.folder))).toBe(false);
});
