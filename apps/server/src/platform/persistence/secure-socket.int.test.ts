import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectionOptions, parseDatabaseUrl } from './connection.ts';
import { isConnectionCut } from './connection-fault.ts';
import type { Database } from './database.ts';
import { openDatabase } from './postgres-database.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

/** What a client of PostgreSQL sends before anything else to have TLS. */
const SSL_REQUEST = '0000000804d2162f';

/** A PostgreSQL behind TLS: ends it, and passes what is inside on to a server without. */
class TlsFront {
  /** What it says to whoever asks for TLS. */
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

  /** Every connection breaks, as when a cable is pulled. */
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

/** Sessions in which a statement sleeps. */
async function asleep(): Promise<number[]> {
  const rows = await test.db.sql<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  return rows.map(({ pid }) => pid);
}

describe('a database under TLS', () => {
  it('is asked for it first, and answers statements and transactions of any size', async () => {
    const { sql, transaction } = open();
    const long = 'ñ'.repeat(3_000_000);
    expect(await sql`SELECT ${long}::text AS long`).toEqual([{ long }]);
    expect(await Promise.all(Array.from({ length: 200 }, (_, n) => sql`SELECT ${n}::int AS n`))).toEqual(
      Array.from({ length: 200 }, (_, n) => [{ n }]),
    );
    expect(await transaction((tx) => tx`SELECT ${long}::text AS long`)).toEqual([{ long }]);
    expect(new Set(front.heard)).toEqual(new Set([SSL_REQUEST]));
  });

  it('leaves nobody waiting when its connections break, and is found again', async () => {
    const { sql, transaction } = open();
    for (let round = 0; round < 5; round += 1) {
      await sql`SELECT 1`;
      const ended = Promise.allSettled(Array.from({ length: 4 }, () => transaction((tx) => tx`SELECT pg_sleep(30)`)));
      await expect.poll(() => asleep().then(({ length }) => length)).toBe(4);
      // Whoever is refused tries again at once: between the break and its being noticed.
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

  it('says that nobody is there as without TLS', async () => {
    front.close();
    await expect(open().sql`SELECT 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('nothing is said in the open', () => {
  it('to a database that does not agree to TLS', async () => {
    front.answer = 'N';
    await expect(open().sql`SELECT 1`).rejects.toMatchObject({ code: 'ERR_DATABASE_TLS' });
    expect(new Set(front.heard)).toEqual(new Set([SSL_REQUEST]));
  });

  it('where somebody on the way slips in more than the answer', async () => {
    front.answer = 'Sfree text';
    await expect(open().sql`SELECT 1`).rejects.toMatchObject({ code: 'ERR_DATABASE_TLS' });
    expect(new Set(front.heard)).toEqual(new Set([SSL_REQUEST]));
  });

  it('to one that cannot prove who it is, where that is asked for', async () => {
    await expect(open('verify-full').sql`SELECT 1`).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it.each([
    ['to one that proves to be another than was asked for', '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['but to one that is trusted and named so', 'localhost', 'secure'],
  ])('%s', async (_case, host, heard) => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-tls-'));
    writeFileSync(join(folder, 'ca.pem'), identity.cert);
    const program = `
      import { openSecureSocket } from '${new URL('./secure-socket.ts', import.meta.url)}';
      openSecureSocket({ host: '${host}', port: ${port}, ssl: 'verify-full' })
        .on('error', ({ code }) => { process.stdout.write(code); process.exit(); })
        .on('secureConnect', () => { process.stdout.write('secure'); process.exit(); });`;
    const flags = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
    expect((await promisify(execFile)(process.execPath, flags, { env })).stdout).toBe(heard);
    rmSync(folder, { recursive: true });
  });
});
