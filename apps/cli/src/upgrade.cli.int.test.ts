import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoAccount, openDemoAccount, resumeDemoAccount } from '../../../scripts/lib/demo-account.mjs';
import { freePort } from './testing-free-port.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RELEASED = join(ROOT, 'released');
const CURRENT = join(ROOT, 'apps/cli/dist/vigia.mjs');
/** Each step starts and stops servers and databases. */
const LIMIT_MS = 300_000;

const sums = readFileSync(join(RELEASED, 'SHA256SUMS'), 'utf8').trim().split('\n');
const packages = sums.map((line) => line.split('  ') as [sum: string, file: string]);

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}, LIMIT_MS);

describe.each(packages)('the data of the released package %s', (sum, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-upgrade-'));
  const data = join(folder, 'data');
  const backup = join(folder, 'backup');
  // The package finds its native packages in the node_modules of the repository.
  const unpacked = join(ROOT, '.cache/released', file);
  const released = join(unpacked, 'package/bin/vigia.mjs');
  let port = 0;
  let account: DemoAccount;
  let settled: unknown;

  function vigia(program: string, dataFolder: string, ...args: readonly string[]) {
    const env = { ...process.env, VIGIA_DATA_DIR: dataFolder, PORT: String(port) };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env });
    return { status, stdout, stderr };
  }

  /** Starts a server at a new port, because a kept connection to the previous one is closed. Returns its address. */
  async function start(program: string, dataFolder = data): Promise<string> {
    port = await freePort();
    const { status, stderr } = vigia(program, dataFolder, 'start');
    if (status !== 0) throw new Error(stderr);
    return `http://127.0.0.1:${port}`;
  }

  beforeAll(async () => {
    rmSync(unpacked, { recursive: true, force: true });
    mkdirSync(unpacked, { recursive: true });
    const { status, stderr } = spawnSync('tar', ['xzf', join(RELEASED, file), '-C', unpacked], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    account = await openDemoAccount(await start(released));
    settled = await account.settled((await account.place()).id);
    vigia(released, data, 'backup', '--to', backup, '--unencrypted', 'sin cifrar');
    vigia(released, data, 'stop');
    cpSync(data, join(folder, 'kept'), { recursive: true });
    // From Node 24 on, `cpSync` gives new folders a mode that PostgreSQL refuses.
    chmodSync(join(folder, 'kept/postgres'), 0o700);
  }, LIMIT_MS);
  afterAll(() => {
    vigia(CURRENT, data, 'stop');
    rmSync(folder, { recursive: true });
    rmSync(unpacked, { recursive: true });
  }, LIMIT_MS);

  it('come from the released package whose checksum users verify', () => {
    expect(
      createHash('sha256')
        .update(readFileSync(join(RELEASED, file)))
        .digest('hex'),
    ).toBe(sum);
  });

  it(
    'are upgraded after a backup without a loss, and are then refused by the earlier version',
    async () => {
      const announced = vigia(CURRENT, data, 'upgrade', '--check').stdout;
      const again = await resumeDemoAccount(await start(CURRENT), account.refreshToken);
      const trades = await again.trades();
      vigia(CURRENT, data, 'stop');
      expect(trades).toEqual([settled]);
      const isChanged = announced.includes('cambiará el esquema');
      expect(isChanged || announced.includes('no cambia nada')).toBe(true);
      const copies = join(data, 'copias');
      expect(existsSync(copies) ? readdirSync(copies) : []).toHaveLength(isChanged ? 1 : 0);
      if (!isChanged) return;
      const refused = vigia(released, data, 'start');
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('versión más nueva de Vigía');
    },
    LIMIT_MS,
  );

  it(
    'are restored into the earlier version from the backup before the upgrade',
    async () => {
      const kept = join(folder, 'kept');
      const restored = vigia(released, kept, 'restore', '--from', backup, '--replace');
      expect(restored).toMatchObject({ status: 0, stderr: '' });
      await start(released, kept);
      expect(vigia(released, kept, 'stop').status).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'are restored from a backup by the current version',
    async () => {
      const fresh = join(folder, 'fresh');
      const keys = join(data, 'keys');
      mkdirSync(fresh);
      cpSync(keys, join(fresh, 'keys'), { recursive: true, filter: (path) => !path.endsWith('postgres.password') });
      const restored = vigia(CURRENT, fresh, 'restore', '--from', backup, '--without-previous-database');
      expect(restored).toMatchObject({ status: 0, stderr: '' });
      await start(CURRENT, fresh);
      expect(vigia(CURRENT, fresh, 'stop').status).toBe(0);
    },
    LIMIT_MS,
  );
});
