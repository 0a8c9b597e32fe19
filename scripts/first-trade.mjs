/**
 * `npm run first-trade`: measures the steps that the README describes for a new user. It clones the committed project
 * into an empty folder, runs `npm start` with an empty data folder, opens a demo account, buys a CALL of one minute and
 * waits for its result. It prints the seconds of each step, and fails if they exceed three minutes.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MARK, stopAll } from './lib/process-group.mjs';
import { npmFile, run } from './lib/processes.mjs';
import { duration, main, Stop, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

const LIMIT_MS = 180_000;
const POLL_MS = 250;
const ORDER = { asset_symbol: 'BTCUSD', option_type: 'CALL', amount: 10, duration: 1 };

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-first-trade-'));
  const startedMs = performance.now();
  /** @param {string} step */
  const done = (step) => say(`${duration(performance.now() - startedMs).padStart(8)}  ${step}`);
  const clone = join(folder, 'vigia');
  const { code, output } = await run('git', ['clone', '--quiet', ROOT, clone]);
  if (code !== 0) throw new Stop(output);
  done('clonado');
  const port = await freePort();
  const mark = randomUUID();
  const env = { ...process.env, PORT: String(port), VIGIA_DATA_DIR: join(folder, 'data'), [MARK]: mark };
  const app = spawn(process.execPath, [npmFile(), 'start'], {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise((end) => app.once('close', end));
  const early = ended.then(() => {
    throw new Stop(`La aplicación terminó antes de tiempo:\n${said}`);
  });
  try {
    const call = await Promise.race([early, openAccount(`http://127.0.0.1:${port}`, startedMs)]);
    done('instalado, construido y abierto, con cuenta');
    const { id } = await call('create-option', { method: 'POST', body: JSON.stringify(ORDER) });
    done('operación aceptada');
    const { status, profit } = await settled(() => call(`option/${id}`), startedMs);
    done(`operación terminada: ${status}, ${profit} $`);
  } finally {
    // The application may exit after this point without an error of the script.
    early.catch(() => undefined);
    // A running application would write into the folder during the removal of the folder.
    await stopAll(mark, app.pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** @returns {Promise<number>} a port that no program uses */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Waits until the application responds, and signs in anonymously as the start page does.
 * @param {string} url
 * @param {number} startedMs
 * @returns {Promise<(path: string, init?: RequestInit) => Promise<any>>} a function that calls the trading API and
 * returns `data`
 */
async function openAccount(url, startedMs) {
  const config = await until(startedMs, async () => {
    const answer = await fetch(`${url}/config.json`).catch(() => null);
    return answer?.ok ? await jsonOf(answer) : null;
  });
  const json = { 'content-type': 'application/json' };
  const headers = { ...json, apikey: config.supabaseAnonKey };
  const signUp = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body: '{}' });
  const { access_token: token } = await jsonOf(signUp);
  return async (path, init = {}) => {
    const answer = await fetch(`${url}/api/v1/trading/${path}`, {
      ...init,
      headers: { ...json, authorization: `Bearer ${token}` },
    });
    const body = await jsonOf(answer);
    if (!answer.ok) throw new Stop(JSON.stringify(body));
    return body.data;
  };
}

/** @param {Response} answer @returns {Promise<any>} */
function jsonOf(answer) {
  return answer.json();
}

/**
 * @param {() => Promise<{ status: string, profit: number }>} read
 * @param {number} startedMs
 */
function settled(read, startedMs) {
  return until(startedMs, async () => {
    const option = await read();
    return option.status === 'active' ? null : option;
  });
}

/**
 * Repeats `attempt` until it returns a value.
 * @template Value
 * @param {number} startedMs
 * @param {() => Promise<Value | null>} attempt
 * @returns {Promise<Value>}
 */
async function until(startedMs, attempt) {
  for (;;) {
    const value = await attempt();
    if (value !== null) return value;
    if (performance.now() - startedMs > LIMIT_MS) throw new Stop(`No terminó en ${duration(LIMIT_MS)}.`);
    await sleep(POLL_MS);
  }
}
