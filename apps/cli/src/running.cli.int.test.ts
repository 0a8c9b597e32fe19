import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_FLAGS } from './running/server-process.ts';
import { freePort } from './testing-free-port.ts';

const PROGRAM = fileURLToPath(new URL('../dist/vigia.mjs', import.meta.url));
const BUILD = fileURLToPath(new URL('../../../scripts/build.mjs', import.meta.url));
const dataFolder = mkdtempSync(join(tmpdir(), 'vigia-running-'));
const POLL_MS = 100;

let port: number;
const vigia = (...args: readonly string[]) => vigiaOn(dataFolder, ...args);

function vigiaOn(folder: string, ...args: readonly string[]) {
  const env = { ...process.env, VIGIA_DATA_DIR: folder, PORT: String(port) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

const serverPid = (): number => JSON.parse(readFileSync(join(dataFolder, 'vigia.lock'), 'utf8')).pid;

/** Longest wait for one answer. A probe of a supervisor has such a limit too, and asks again. */
const PROBE_MS = 5_000;

const isReady = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Prints what the installation says about itself, so that a failure on another machine can be explained. */
const explain = (): void => console.error(vigia('status'), vigia('logs', '--lines', '100').stdout);

beforeAll(async () => {
  const { status, stderr } = spawnSync(process.execPath, [BUILD, 'server', 'cli'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  port = await freePort();
});

afterAll(() => {
  vigia('stop');
  rmSync(dataFolder, { recursive: true });
});

describe('an installed Vigía', () => {
  it('is reported as stopped before its first start', () => {
    const empty = join(dataFolder, 'empty');
    expect(vigiaOn(empty, 'status')).toMatchObject({ status: 1, stdout: '' });
    expect(vigiaOn(empty, 'stop')).toMatchObject({ status: 0, stdout: 'Vigía no estaba en marcha.\n' });
    expect(vigiaOn(empty, 'logs').stderr).toContain('aún no hay registro');
    expect(vigiaOn(empty, 'upgrade', '--check').stdout).toContain('aún no hay datos');
  });

  describe('that is started in the background', () => {
    let start: ReturnType<typeof vigia>;
    beforeAll(() => {
      start = vigia('start');
      if (start.status !== 0) throw new Error(start.stderr);
    });
    afterAll(() => vigia('stop'));

    it('reports its address, and does not start twice', () => {
      expect(start.stdout).toMatch(new RegExp(`^Vigía está lista en \\d+,\\d s → http://127.0.0.1:${port}\n$`));
      expect(vigia('start').stdout).toBe(`Vigía ya está en marcha → http://127.0.0.1:${port}\n`);
      expect(vigia('upgrade', '--check').stdout).toContain('los datos ya son de esta versión');
    });

    it('starts its killed server again', async ({ onTestFailed }) => {
      onTestFailed(explain);
      const killed = serverPid();
      process.kill(killed, 'SIGKILL');
      while (!(await isReady())) await sleep(POLL_MS);
      expect(serverPid()).not.toBe(killed);
      expect(vigia('logs', '--lines', '100').stdout).toContain('terminó sin que nadie lo pidiera (señal SIGKILL)');
      expect(vigia('status').stdout).toContain('Puede tomar órdenes.');
    });
  });

  it('stops in order, and is reported as stopped afterwards', () => {
    const other = join(dataFolder, 'other');
    expect(vigiaOn(other, 'start')).toMatchObject({ status: 0, stderr: '' });
    expect(vigiaOn(other, 'stop').stdout).toMatch(/^Vigía se detuvo en \d+,\d s\. Lo pendiente está guardado\.\n$/);
    expect(vigiaOn(other, 'status').stderr).toContain('Vigía no está en marcha');
  });

  it('reports in the terminal why it does not start in the background', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    const { status, stderr } = vigia('start');
    await new Promise((resolve) => taken.close(resolve));
    expect(status).toBe(1);
    expect(stderr).toContain(`El puerto ${port}`);
  });

  it('refuses to become a system service if it runs from a clone of the repository', () => {
    expect(vigia('service', 'install')).toMatchObject({ status: 2 });
    expect(vigia('service', 'uninstall').stdout).toBe('No había ningún servicio instalado.\n');
  });

  it('gives its server the same flags as npm start', () => {
    const source = readFileSync(new URL('../../../scripts/lib/server-flags.mjs', import.meta.url), 'utf8');
    expect(source).toContain(`SERVER_FLAGS = ['${SERVER_FLAGS.join("', '")}'];`);
  });
});
