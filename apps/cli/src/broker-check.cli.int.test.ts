import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SIMULATED_PASSWORD, startSimulator } from '@vigia/broker-iqoption/simulator';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/src/platform/clock/system-clock.ts';

const LAUNCHER = fileURLToPath(new URL('../bin/vigia.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../dist/vigia.mjs', import.meta.url));
const RECORDING = fileURLToPath(new URL('../../../brokers/iqoption/recordings/simulator.json', import.meta.url));
const SECRET = 'una-clave-que-no-vale';
const folder = mkdtempSync(join(tmpdir(), 'vigia-broker-check-'));
let simulator: BrokerSimulator;

const form = (password: string): string => JSON.stringify({ email: 'ana@example.com', password });

/** Runs the command against the simulated broker, which also runs in this process. */
async function vigia(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [BUILT, 'broker-check', ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => (stdout += String(text)));
  child.stderr.on('data', (text) => (stderr += String(text)));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, stdout, stderr };
}

const origins = () => JSON.stringify(simulator.origins);

beforeAll(async () => {
  if (spawnSync(process.execPath, [LAUNCHER, '--version']).status !== 0)
    throw new Error('the command line does not build');
  simulator = await startSimulator(systemClock, 7);
});

afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

describe('the command vigia broker-check', () => {
  it('lists the brokers if the call names no broker or an unknown broker', async () => {
    expect(await vigia([])).toMatchObject({ status: 2, stderr: expect.stringContaining('iqoption, quotex') });
    expect(await vigia(['kraken'])).toMatchObject({ status: 2, stderr: expect.stringContaining('«kraken»') });
  });

  it('requires exactly one named source of credentials, and never asks for them without a terminal', async () => {
    expect((await vigia(['iqoption'])).stderr).toContain('Sin terminal hacen falta');
    expect((await vigia(['iqoption', '--credentials', 'a', '--credentials-env', 'B'])).stderr).toContain('Sobra una');
    expect((await vigia(['iqoption', '--credentials-env', 'VACIA'])).stderr).toContain('está vacía');
    expect((await vigia(['iqoption', '--password', SECRET])).stderr).toContain('No existe la opción');
  });

  it('never prints the credentials', async () => {
    writeFileSync(join(folder, 'forma.json'), `{"password": "${SECRET}"`);
    const { status, stdout, stderr } = await vigia(['iqoption', '--credentials', 'forma.json']);
    expect(status).toBe(2);
    expect(stdout + stderr).toContain('Las credenciales no tienen una de las formas');
    expect(stdout + stderr).not.toContain(SECRET);
  });

  it.each(['{"ws":"wss://iqoption.example"}', '{"ws":"ws://127.0.0.1.example:1"}', '[]', 'x'])(
    'sends no credentials to another machine: %s',
    async (value) => {
      const refused = await vigia(['iqoption', '--origins', value, '--credentials-env', 'FORMA'], { FORMA: form('x') });
      expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('solo con direcciones de esta') });
    },
  );

  it('exits with code 1 and names the step whose result differs', async () => {
    const { status, stdout, stderr } = await vigia(
      ['iqoption', '--origins', origins(), '--credentials-env', 'FORMA', '--demo-order'],
      { FORMA: form(SECRET) },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Entrar: difiere (no se pudo entrar: el bróker no acepta esas credenciales)');
    expect(stderr).toContain('Orden demo: no ofrecido (sin conexión no se puede comprobar)');
    expect(stderr).not.toContain(SECRET);
  });

  it('connects to the broker only through the proxy that the installation configures', async () => {
    const { stderr } = await vigia(['iqoption', '--origins', origins(), '--credentials-env', 'FORMA'], {
      FORMA: form(SIMULATED_PASSWORD),
      HTTPS_PROXY: 'http://127.0.0.1:1',
      NO_PROXY: '',
    });
    expect(stderr).toContain('Entrar: difiere (no se pudo entrar: el proxy no dejó pasar la conexión');
  });

  it('replays a recording without credentials, and gets the recorded results', async () => {
    const { status, stdout, stderr } = await vigia(['iqoption', '--replay', RECORDING]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.match(/: como se esperaba/g)).toHaveLength(11);
  });

  it('names the steps whose replayed results differ from the recorded results', async () => {
    const changed = readFileSync(RECORDING, 'utf8').replace(
      '"step":"clock","verdict":"as_expected"',
      '"step":"clock","verdict":"differs"',
    );
    writeFileSync(join(folder, 'otra.json'), changed);
    const { status, stderr } = await vigia(['iqoption', '--replay', 'otra.json']);
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('otro resultado en: Reloj'),
    });
  });

  it('refuses a file that is not a recording of the named broker', async () => {
    writeFileSync(join(folder, 'nada.json'), '{}');
    expect((await vigia(['iqoption', '--replay', 'nada.json'])).stderr).toContain('no es una grabación');
    expect((await vigia(['quotex', '--replay', RECORDING])).stderr).toContain('es una grabación de iqoption');
    expect((await vigia(['iqoption', '--replay', RECORDING, '--demo-order'])).stderr).toContain('va solo');
  });

  it('writes a recording without the credentials, and only to a new file', async () => {
    const args = ['iqoption', '--origins', origins(), '--credentials-env', 'FORMA', '--record', 'nueva.json'];
    expect((await vigia(args, { FORMA: form(SECRET) })).stderr).toContain('Grabación en «nueva.json»');
    const text = readFileSync(join(folder, 'nueva.json'), 'utf8');
    expect(text).toContain('"type":"exchange"');
    expect(text).not.toMatch(new RegExp(`${SECRET}|ana@example.com`));
    expect((await vigia(args, { FORMA: form(SECRET) })).stderr).toContain('No se pudo escribir');
  });
});
