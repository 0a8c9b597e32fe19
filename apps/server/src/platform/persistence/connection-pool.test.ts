import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './postgres-database.ts';

const STARTING_UP = Buffer.from('E\0\0\0\x2cSFATAL\0C57P03\0Mstarting up for a while\0\0', 'latin1');
/** Shortest time between the third and the fourth attempt. A timer may fire slightly early by the clock. */
const FOURTH_AFTER_MS = 395;

/** A fake server that answers the first message of each client with one response and closes the connection. */
let server: Server;
let cameAtMs: number[];
const address = () => ({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });

beforeEach(async () => {
  cameAtMs = [];
  server = createServer((socket) => {
    cameAtMs.push(performance.now());
    socket.on('error', () => undefined).once('data', () => socket.end(STARTING_UP));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => server.close());

describe('ConnectionPool with a server that refuses connections', () => {
  it('retries with a growing delay', async () => {
    const db = openDatabase({ ...address(), database: 'd', user: 'u', password: '' }, { poolSize: 1 });
    for (let tries = 0; tries < 4; tries += 1) await expect(db.sql`SELECT 1`).rejects.toMatchObject({ code: '57P03' });
    await db.close();
    const [, , third = 0, fourth = 0] = cameAtMs;
    expect(cameAtMs).toHaveLength(4);
    expect(fourth - third).toBeGreaterThanOrEqual(FOURTH_AFTER_MS);
  });
});
