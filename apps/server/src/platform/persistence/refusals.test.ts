import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSocket } from './database-socket.ts';
import { openDatabase } from './postgres-database.ts';
import { Refusals } from './refusals.ts';

const STARTING_UP = Buffer.from('E\0\0\0\x2cSFATAL\0C57P03\0Mstarting up for a while\0\0', 'latin1');
const ASKS_FOR_PASSWORD = Buffer.from('R\0\0\0\x08\0\0\0\x03', 'latin1');
/** The fourth time comes this long after the third at the earliest; timers may be a little ahead of the clock. */
const FOURTH_AFTER_MS = 395;

/** A server that says one thing to everybody who has said something, and hangs up. */
let server: Server;
let says = STARTING_UP;
let cameAtMs: number[];
const address = () => ({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });

beforeEach(async () => {
  cameAtMs = [];
  says = STARTING_UP;
  server = createServer((socket) => {
    cameAtMs.push(performance.now());
    socket.on('error', () => undefined).once('data', () => socket.end(says));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => server.close());

describe('a server that lets nobody in', () => {
  it('is counted, until it lets somebody in', async () => {
    const refusals = new Refusals();
    const come = async () => {
      const socket = refusals.heed(openSocket(address()));
      socket.end('hello');
      await once(socket, 'close');
    };
    await come();
    await come();
    expect(refusals.count).toBe(2);
    says = ASKS_FOR_PASSWORD;
    await come();
    expect(refusals.count).toBe(0);
  });

  it('is asked less and less often', async () => {
    const db = openDatabase({ ...address(), database: 'd', user: 'u', password: '' }, { poolSize: 1 });
    for (let tries = 0; tries < 4; tries += 1) await expect(db.sql`SELECT 1`).rejects.toMatchObject({ code: '57P03' });
    await db.close();
    const [, , third = 0, fourth = 0] = cameAtMs;
    expect(cameAtMs).toHaveLength(4);
    expect(fourth - third).toBeGreaterThanOrEqual(FOURTH_AFTER_MS);
  });
});
