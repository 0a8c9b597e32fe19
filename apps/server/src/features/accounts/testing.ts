import { PROOF_HEADER } from '@vigia/contract';
import { ManualClock } from '@vigia/testkit';
import { z } from 'zod';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createHttpApp } from '#platform/http/app.ts';
import { createFreshProofs } from '#platform/http/fresh-proof.ts';
import type { Principal } from '#platform/http/principal.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { type AccountsRoutesDeps, registerAccountsRoutes } from './accounts.routes.ts';
import { createAccounts } from './accounts.ts';
import { ACCOUNT_SECTIONS } from './export/export-sections.ts';
import type { AccountSecurityChange, SecurityNotices } from './safety/security-notices.ts';

export const START_MS = Date.parse('2026-11-20T14:00:00.000Z');
export const PUBLISHABLE_KEY = 'publishable';

/** Starts the routes of accounts on a real database; the test maps tokens to users. */
export async function startAccountsServer(change: Partial<AccountsRoutesDeps> = {}) {
  const database = await createTestDatabase();
  const { db } = database;
  const clock = new ManualClock(START_MS);
  const log = createLogger('silent');
  const bus = createInProcessBus(log);
  const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
  const securityLog = createSecurityLog({ clock, keyedHash });
  const principals = new Map<string, Principal>();
  /** State that tests set: whether the user's broker connections have signed in. */
  const world = { isConnected: false };
  const connections = { hasVerified: async () => world.isConnected };
  /** The security changes that the routes reported to the owner, oldest first. */
  const announced: AccountSecurityChange[] = [];
  const notices: SecurityNotices = { announce: async (_tx, _caller, one) => void announced.push(one) };
  const accounts = createAccounts({ ids: randomIds, keyedHash, connections });
  const authenticator = {
    authenticate: async (token: string) => principals.get(token) ?? 'not_authenticated',
  } as const;
  const site = createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 });
  const proofs = createFreshProofs(keyedHash, clock);
  const app = await createHttpApp({ log, ids: randomIds, clock, site, authenticator, proofs, trustProxy: false });
  registerAccountsRoutes(app, {
    db,
    clock,
    authenticator,
    securityLog,
    keyedHash,
    connections,
    notices,
    publishableKey: PUBLISHABLE_KEY,
    ids: randomIds,
    exportSections: ACCOUNT_SECTIONS,
    bus,
    people: null,
    hasActiveRealTrade: async () => false,
    ...change,
  });
  await app.ready();

  /** Returns a token of a new session of this user. */
  const tokenFor = (userId: string, how: Partial<Principal> = {}): string => {
    const token = randomIds.next();
    principals.set(token, {
      userId,
      sessionId: randomIds.next(),
      isAnonymous: false,
      aal: 'aal1',
      scopes: null,
      ...how,
    });
    return token;
  };
  const proofFor = (token: string): string => {
    const principal = principals.get(token);
    return principal ? proofs.issue(principal).proof : '';
  };
  return {
    bus,
    db,
    clock,
    accounts,
    securityLog,
    announced,
    world,
    tokenFor,
    app,
    /** Creates a user with an account; null as address creates an anonymous user. */
    async newPerson(email: string | null = `${randomIds.next()}@example.com`): Promise<string> {
      const userId = randomIds.next();
      await db.transaction(async (tx) => {
        await tx`
          INSERT INTO auth_users (id, email, is_anonymous, created_at, updated_at)
          VALUES (${userId}, ${email}, ${email === null}, now(), now())`;
        const account = { userId, email, phone: null, metadata: {}, isAnonymous: email === null, nowMs: clock.now() };
        await accounts.openAccount(tx, account);
      });
      return userId;
    },
    /** Sends a request with a re-authentication proof. Null as `proof` sends none. */
    async call(
      token: string,
      method: 'GET' | 'POST' | 'PUT' | 'PATCH',
      url: string,
      body?: object,
      proof: string | null = proofFor(token),
    ) {
      const answer = await app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          apikey: PUBLISHABLE_KEY,
          ...(proof !== null && { [PROOF_HEADER]: proof }),
        },
        ...(body && { payload: body }),
      });
      const { statusCode: status, headers } = answer;
      return { status, headers, text: answer.payload, ...Body.parse(answer.payload === '' ? {} : answer.json()) };
    },
    /** Returns kinds and details of the entries in the user's security log, oldest first. */
    async logged(userId: string) {
      const entries = await securityLog.read(db.sql, userId, { limit: 100 });
      return entries.toReversed().map(({ kind, detail }) => ({ kind, detail }));
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}

const Body = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  code: z.string().optional(),
});
