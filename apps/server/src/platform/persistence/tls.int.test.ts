import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './connection.ts';
import { isConnectionCut } from './connection-fault.ts';
import type { Database } from './database.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { openDatabase } from './postgres-database.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

/** The TLS request in hexadecimal, which a PostgreSQL client sends first. */
const SSL_REQUEST = '0000000804d2162f';

/** A proxy that terminates TLS and forwards to a PostgreSQL server without TLS. */
class TlsFront {
  /** The proxy's response to a TLS request. */
  answer = 'S';
  readonly heard: string[] = [];
  #sockets: Socket[] = [];
  readonly #server: Server;

  constructor(identity: { readonly key: string; readonly cert: string }, target: ConnectionOptions) {
    this.#server = createServer((socket) => {
      this.#sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', (asked) => {
        this.heard.push(asked.toString('hex'));
        socket.on('data', (more) => this.answer !== 'S' && this.heard.push(more.toString('hex')));
        socket.write(this.answer);
        if (this.answer === 'S') this.#passOn(socket, identity, target);
      });
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  /** Breaks every connection, like a cable that is unplugged. */
  cut(): void {
    for (const socket of this.#sockets.splice(0)) socket.resetAndDestroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #passOn(socket: Socket, identity: { readonly key: string; readonly cert: string }, to: ConnectionOptions): void {
    socket.removeAllListeners('data');
    const inside = new TLSSocket(socket, { isServer: true, ...identity });
    const outside = to.host.startsWith('/') ? connect(`${to.host}/.s.PGSQL.${to.port}`) : connect(to.port, to.host);
    for (const end of [inside, outside]) end.on('error', () => undefined);
    inside.pipe(outside).pipe(inside);
    for (const end of [inside, outside]) {
      end.once('close', () => {
        inside.destroy();
        outside.destroy();
      });
    }
  }
}

let test: TestDatabase;
let identity: { key: string; cert: string };
beforeAll(async () => {
  test = await createTestDatabase();
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  identity = { key, cert };
});
afterAll(() => test.close());

let front: TlsFront;
let port: number;
let db: Database | null = null;
beforeEach(async () => {
  front = new TlsFront(identity, parseDatabaseUrl(test.appUrl));
  port = await front.listen();
});
afterEach(async () => {
  await db?.close();
  db = null;
  front.close();
});

function open(ssl: 'require' | 'verify-full' = 'require', at = port): Database {
  const { host: _host, ...target } = parseDatabaseUrl(test.appUrl);
  db = openDatabase({ ...target, host: '127.0.0.1', port: at, ssl }, { poolSize: 4 });
  return db;
}

/** Returns the ids of the sessions that execute a sleep statement. */
async function asleep(): Promise<number[]> {
  const rows = await test.db.sql<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  return rows.map(({ pid }) => pid);
}

describe('a connection to a database with TLS', () => {
  it('negotiates TLS first, and answers statements and transactions of any size', async () => {
    const { sql, transaction } = open();
    const long = 'ñ'.repeat(3_000_000);
    expect(await sql`SELECT ${long}::text AS long`).toEqual([{ long }]);
    expect(await Promise.all(Array.from({ length: 200 }, (_, n) => sql`SELECT ${n}::int AS n`))).toEqual(
      Array.from({ length: 200 }, (_, n) => [{ n }]),
    );
    expect(await transaction((tx) => tx`SELECT ${long}::text AS long`)).toEqual([{ long }]);
    expect(new Set(front.heard)).toEqual(new Set([SSL_REQUEST]));
  });

  it('rejects every waiting statement when the connection breaks, and reconnects for later statements', async () => {
    const { sql, transaction } = open();
    for (let round = 0; round < 5; round += 1) {
      await sql`SELECT 1`;
      const ended = Promise.allSettled(Array.from({ length: 4 }, () => transaction((tx) => tx`SELECT pg_sleep(30)`)));
      await expect.poll(() => asleep().then(({ length }) => length)).toBe(4);
      // Clients whose statement fails retry immediately, between the break and its detection.
      const answered = Promise.allSettled(
        Array.from({ length: 20 }, () => sql`SELECT pg_sleep(30)`.catch(() => sql`SELECT 1`)),
      );
      await expect.poll(() => asleep().then(({ length }) => length)).toBeGreaterThan(4);
      front.cut();
      expect((await ended).filter(({ status }) => status === 'fulfilled')).toEqual([]);
      const refusals = (await answered).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(refusals.filter((error) => !isConnectionCut(error))).toEqual([]);
      await test.db.sql`SELECT pg_terminate_backend(pid, 2000) FROM unnest(${await asleep()}::int[]) AS pid`;
      expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    }
  });

  it('reports an unreachable database like a connection without TLS', async () => {
    front.close();
    await expect(open().sql`SELECT 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a database client that requires TLS', () => {
  it('sends no statement to a server that refuses TLS', async () => {
    front.answer = 'N';
    await expect(open().sql`SELECT 1`).rejects.toMatchObject({ code: 'ERR_DATABASE_TLS' });
    expect(new Set(front.heard)).toEqual(new Set([SSL_REQUEST]));
  });

  it('sends no statement if an attacker appends bytes to the response to its TLS request', async () => {
    front.answer = 'Sfree text';
    await expect(open().sql`SELECT 1`).rejects.toMatchObject({ code: 'ERR_DATABASE_TLS' });
    expect(new Set(front.heard)).toEqual(new Set([SSL_REQUEST]));
  });

  it('refuses an untrusted certificate under `verify-full`', async () => {
    await expect(open('verify-full').sql`SELECT 1`).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it.each([
    ['refuses a certificate for another host name', '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['connects to a server with a trusted certificate for its host name', 'localhost', 'secure'],
  ])('%s', async (_case, host, heard) => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-tls-'));
    writeFileSync(join(folder, 'ca.pem'), identity.cert);
    const target = { ...parseDatabaseUrl(test.appUrl), host, port, ssl: 'verify-full' };
    const program = `
      import { withConnection } from '${new URL('./connection.ts', import.meta.url)}';
      const outcome = await withConnection(${JSON.stringify(target)}, (sql) => sql\`SELECT 1\`).then(
        () => 'secure',
        ({ code }) => code,
      );
      process.stdout.write(outcome);`;
    const flags = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
    expect((await promisify(execFile)(process.execPath, flags, { env })).stdout).toBe(heard);
    rmSync(folder, { recursive: true });
  });
});
