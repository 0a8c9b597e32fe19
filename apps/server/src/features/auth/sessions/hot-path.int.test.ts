import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '#platform/persistence/database.ts';
import type { Auth } from '../auth.ts';
import { openAuth } from '../auth.ts';
import { assertFound, claimsOf, startAuthServer } from '../testing.ts';

const server = await startAuthServer();
afterAll(() => server.close());

const IP = '127.0.0.1';

/** Opens the auth service as a new process would, with a database that counts SQL statements. */
async function counted(): Promise<{ readonly auth: Auth; statements(): number }> {
  let statements = 0;
  const { db } = server.database;
  const sql = new Proxy(db.sql, {
    apply(target, self, args: unknown[]) {
      statements += 1;
      return Reflect.apply(target, self, args);
    },
  });
  const transaction: Database['transaction'] = (work) => ((statements += 1), db.transaction(work));
  const watched: Database = { sql, transaction, isUp: () => db.isUp(), close: () => db.close() };
  const auth = await openAuth({ ...server.deps, db: watched });
  const opened = statements;
  return { auth, statements: () => statements - opened };
}

async function tokens() {
  const { session, id } = await server.newPerson();
  const access = assertFound(session).access_token;
  const principal = { userId: id, sessionId: claimsOf(access).session_id, isAnonymous: false, aal: 'aal1' } as const;
  const wish = { name: 'bot', scopes: ['read'], expires_in_days: 1 } as const;
  const made = await server.auth.botTokens.make(
    { ...principal, scopes: null },
    { ...wish, scopes: [...wish.scopes] },
    { ip: IP, userAgent: null },
  );
  if (!made.ok) throw new Error(made.error);
  return { access, bot: made.value.token };
}

describe.each(['access', 'bot'] as const)('the check of a token (%s)', (kind) => {
  it('makes one database query in five seconds, for any number of requests with the token', async () => {
    const token = (await tokens())[kind];
    const { auth, statements } = await counted();
    const check = () => auth.authenticator.authenticate(token, IP);
    // The first use also stores the time and the client IP address.
    expect(await check()).toMatchObject({ scopes: kind === 'bot' ? ['read'] : null });
    await server.deps.background.idle();
    const first = statements();
    expect(first).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 1_000 }, check));
    server.clock.advance(4_900);
    await check();
    expect(statements()).toBe(first);
    server.clock.advance(200);
    await Promise.all(Array.from({ length: 100 }, check));
    expect(statements() - first).toBe(1);
    auth.stop();
  });
});
