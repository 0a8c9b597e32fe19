import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

/** Path of the build that `npm start` runs. `npm test` builds it before the integration tests. */
const BUILT = fileURLToPath(new URL('../../dist/main.mjs', import.meta.url));
const RSS_MAX_BYTES = 250 * 1_048_576;

const folder = mkdtempSync(join(tmpdir(), 'vigia-process-'));
let server: ChildProcessByStdio<null, Readable, Readable>;
let said = '';
let complained = '';
let url = '';

/** Reads the output of the server until a line matches. */
function line(pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = pattern.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    server.stdout.on('data', look);
    server.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}: ${said}`)));
    look();
  });
}

async function rssBytes(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]);
}

/** Starts the built server and waits until it serves requests. */
async function start(): Promise<void> {
  const env = { ...process.env, PORT: '0', VIGIA_DATA_DIR: folder, MARKET_FEED: 'simulated', SITE_URL: '' };
  server = spawn(process.execPath, [BUILT], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  [said, complained] = ['', ''];
  server.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  server.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
  });
  url = await line(/Vigía está lista en .* → (http\S+)/);
}

describe.skipIf(!existsSync(BUILT))('the built server', () => {
  beforeEach(start);
  afterAll(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('prints its URL, uses less than 250 MB, and shuts down cleanly, even if no process reads its output', async () => {
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<title>');
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
      status: 'ok',
      database: 'up',
      feed: { state: 'live', symbols: 25 },
    });
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect(await rssBytes()).toBeGreaterThan(0);
    expect(await rssBytes()).toBeLessThan(RSS_MAX_BYTES);

    // The reader of the output ends first, as in `npm start | head`.
    server.stdout.destroy();
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('ends with a message and exit code 1 if its database does not start again', { timeout: 120_000 }, async () => {
    const control = join(folder, 'postgres', 'global', 'pg_control');
    renameSync(control, `${control}.aside`);
    const ended = once(server, 'exit');
    process.kill(Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await expect
      .poll(async () => (await fetch(`${url}/health/ready`)).json(), { timeout: 20_000 })
      .toMatchObject({ waiting_for: ['database'] });
    expect(await ended).toEqual([1, null]);
    expect(complained).toMatch(/^✗ La base de datos incluida se cae una y otra vez \(.*pg_control/m);
    renameSync(`${control}.aside`, control);
  });
});
