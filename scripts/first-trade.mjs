/**
 * `npm run first-trade`: measures the steps that the README describes for a new user. It clones the committed project
 * into an empty folder, runs `npm start` with an empty data folder, opens a demo account, buys a CALL of one minute and
 * waits for its result. It prints the seconds of each step, and fails if they exceed three minutes.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReady, openDemoAccount } from './lib/demo-account.mjs';
import { freePort } from './lib/free-port.mjs';
import { MARK_VARIABLE, stopAll } from './lib/process-group.mjs';
import { npmCliPath, run } from './lib/processes.mjs';
import { repeatUntilValue } from './lib/repeat-until-value.mjs';
import { duration, main, Stop, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

const LIMIT_MS = 180_000;
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
  const env = { ...process.env, PORT: String(port), VIGIA_DATA_DIR: join(folder, 'data'), [MARK_VARIABLE]: mark };
  const app = spawn(process.execPath, [npmCliPath(), 'start'], {
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
    const url = `http://127.0.0.1:${port}`;
    const leftMs = LIMIT_MS - (performance.now() - startedMs);
    await Promise.race([early, repeatUntilValue(async () => (await isReady(url)) || null, leftMs)]);
    const account = await openDemoAccount(url);
    done('instalado, construido y abierto, con cuenta');
    const { id } = await account.place(ORDER);
    done('operación aceptada');
    const { status, profit } = await account.settled(id);
    done(`operación terminada: ${status}, ${profit} $`);
    if (performance.now() - startedMs > LIMIT_MS) throw new Stop(`Tardó más de ${duration(LIMIT_MS)}.`);
  } finally {
    // The application may exit after this point without an error of the script.
    early.catch(() => undefined);
    // A running application would write into the folder during the removal of the folder.
    await stopAll(mark, app.pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
