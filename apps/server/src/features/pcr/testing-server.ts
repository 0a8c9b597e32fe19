import type { PcrSetupInput } from '@vigia/contract';
import { ManualClock } from '@vigia/testkit';
import { z } from 'zod';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createHttpApp } from '#platform/http/app.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createAccounts, NO_CONNECTIONS } from '../accounts/index.ts';
import { registerPcrRoutes } from './pcr.routes.ts';
import { createPcr } from './pcr.ts';
import { engineDeps, recordedTicks, ScriptedMarket } from './testing.ts';

export const START_MS = Date.parse('2026-11-18T12:00:00.000Z');

/** The response fields that tests check. */
const Answer = z.looseObject({
  data: z.unknown().optional(),
  detail: z.string().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
    })
    .optional(),
});

/** Serves the PCR routes over a real database with a running engine. The access token of a user is their id. */
export async function startPcrServer() {
  const database = await createTestDatabase();
  const { db } = database;
  const clock = new ManualClock(START_MS);
  const log = createLogger('silent');
  const bus = createInProcessBus(log);
  const market = new ScriptedMarket(recordedTicks(7, START_MS, 2), clock, bus);
  const accounts = createAccounts({
    ids: randomIds,
    keyedHash: createKeyedHash(Buffer.alloc(32, 7)),
    connections: NO_CONNECTIONS,
  });
  const pcr = createPcr({ ...engineDeps(db, clock, bus, market), accounts });
  const app = await createHttpApp({
    log,
    ids: randomIds,
    clock,
    trustProxy: false,
    site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
    authenticator: {
      authenticate: async (userId) => ({ userId, sessionId: 's', isAnonymous: true, aal: 'aal1', scopes: null }),
    },
    rates: { address: { burst: 1_000_000, windowMs: 1 }, account: { burst: 1_000_000, windowMs: 1 } },
  });
  registerPcrRoutes(app, pcr);
  await app.ready();
  await pcr.start();

  async function newPerson(timeZone = 'UTC'): Promise<string> {
    const userId = randomIds.next();
    const now = new Date(START_MS);
    await db.transaction(async (tx) => {
      await tx`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, ${now}, ${now})`;
      const metadata = { time_zone: timeZone };
      const account = { userId, email: null, phone: null, metadata, isAnonymous: true, nowMs: clock.now() };
      await accounts.openAccount(tx, account);
    });
    return userId;
  }

  async function call(userId: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
    const answer = await app.inject({
      method,
      url: `/api/pcr${path}`,
      headers: { authorization: `Bearer ${userId}` },
      ...(payload !== undefined && { payload }),
    });
    return { status: answer.statusCode, ...Answer.parse(answer.json()) };
  }

  /** Creates a setup for the user through the API. */
  async function newSetup(userId: string, input: Partial<PcrSetupInput> = {}): Promise<string> {
    const made = await call(userId, 'POST', '/setup', { name: 'Mío', asset: 'EURUSD', ...input });
    return z.object({ id: z.uuid() }).parse(made.data).id;
  }

  const close = async () => {
    await pcr.stop();
    await app.close();
    await database.close();
  };
  return { database, db, clock, market, pcr, newPerson, newSetup, call, close };
}

export type PcrServer = Awaited<ReturnType<typeof startPcrServer>>;
