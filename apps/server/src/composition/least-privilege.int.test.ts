import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Path of the build that `npm start` runs. `npm test` builds it before the integration tests. */
const BUILT = fileURLToPath(new URL('../../dist/main.mjs', import.meta.url));
/** Id of an unprivileged user, the same on every system. */
const UNPRIVILEGED = 65_534;
const mayChangeUser = process.getuid?.() === 0;

describe.skipIf(!existsSync(BUILT) || !mayChangeUser)(
  'a server run by an unprivileged user that owns only its data folder',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-nobody-'));
    let server: ChildProcessByStdio<null, Readable, Readable>;
    let url = '';
    let said = '';
    beforeAll(async () => {
      chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
      server = spawn(process.execPath, [BUILT], {
        uid: UNPRIVILEGED,
        gid: UNPRIVILEGED,
        cwd: '/',
        stdio: ['ignore', 'pipe', 'pipe'],
        // There is no home and no temporary folder, so a write outside the data folder fails.
        env: { PATH: process.env['PATH'], PORT: '0', VIGIA_DATA_DIR: folder, TMPDIR: '/' },
      });
      url = await new Promise<string>((resolve, reject) => {
        const look = (chunk: Buffer) => {
          said += chunk.toString();
          const found = /Vigía está lista en .* → (http\S+)/.exec(said)?.[1];
          if (found !== undefined) resolve(found);
        };
        server.stdout.on('data', look);
        server.stderr.on('data', look);
        server.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}: ${said}`)));
      });
    });
    afterAll(async () => {
      server?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });

    it('listens only on loopback by default, and shuts down cleanly', async () => {
      expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ ready: true, waiting_for: [] });
      const address = Object.values(networkInterfaces())
        .flat()
        .find((one) => one && !one.internal && one.family === 'IPv4')?.address;
      if (address !== undefined) {
        const [error] = (await once(connect(Number(new URL(url).port), address), 'error')) as [NodeJS.ErrnoException];
        expect(error.code).toBe('ECONNREFUSED');
      }
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(said).not.toMatch(/EACCES|EROFS|EPERM/);
    });
  },
);
