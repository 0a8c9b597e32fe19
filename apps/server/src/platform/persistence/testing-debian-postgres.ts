import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ConnectionOptions } from './driver-connection.ts';
import { processWrapper } from './postgres-program.ts';
import { readPostmaster, stopServer } from './postmaster.ts';

/** Path of the programs of the oldest supported PostgreSQL on Debian. */
const BIN = '/usr/lib/postgresql/15/bin';

export const hasOldestPostgres = existsSync(join(BIN, 'postgres'));

/** A separate server of the oldest supported PostgreSQL, with an empty database. */
export type OldestPostgres = {
  /** Connection with the superuser role to the `postgres` database. */
  readonly admin: ConnectionOptions;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
};

export async function startOldestPostgres(): Promise<OldestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-oldest-'));
  const [cluster, run, passwordFile] = ['data', 'run', 'password'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const password = randomBytes(12).toString('hex');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(run, { mode: 0o700 });
  const wrap = await processWrapper();
  const [make, makeArgs] = wrap(join(BIN, 'initdb'), [
    '-D',
    cluster,
    '-U',
    'vigia_admin',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  await promisify(execFile)(make, [...makeArgs]);
  const settings = ['fsync=off', 'listen_addresses=', `unix_socket_directories=${run}`, 'TimeZone=UTC'];
  const [serve, serveArgs] = wrap(join(BIN, 'postgres'), ['-D', cluster, ...settings.flatMap((one) => ['-c', one])]);
  const server = spawn(serve, serveArgs, { stdio: 'ignore' });
  while (!readPostmaster(cluster)?.isReady) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    await sleep(20);
  }
  const pid = readPostmaster(cluster)?.pid ?? 0;
  return {
    admin: { host: run, port: 5432, database: 'postgres', user: 'vigia_admin', password },
    async stop() {
      await stopServer(pid);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
