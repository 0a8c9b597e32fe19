import { randomBytes } from 'node:crypto';
import { PAPER_BOOK } from '@vigia/core/risk';
import { SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts, NO_CONNECTIONS } from '#features/accounts/index.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { claimsOf, startAuthServer } from '../testing.ts';
import { createHostedApi, type HostedApi, HostedUser } from './hosted-project.ts';
import { type HostedAuth, openHostedAuth } from './open-hosted-auth.ts';

const MINUTE_MS = 60_000;
const IP = '127.0.0.1';
const JWT_SECRET = 'a secret of a project without keys of its own';

/** Another instance of this auth service plays the hosted project. */
const project = await startAuthServer();
const own = await createTestDatabase();
const log = createLogger('silent');
const bus = createInProcessBus(log);
afterAll(async () => {
  await project.close();
  await own.close();
});

const open = ({ url, auth, clock } = project, jwtSecret: string | null = null, api?: HostedApi): HostedAuth => {
  const choice = { url, anonKey: auth.publishableKey, jwtSecret };
  return openHostedAuth({
    project: choice,
    api: api ?? createHostedApi(choice, fetch),
    db: own.db,
    bus,
    clock,
    log,
    accounts: createAccounts({
      ids: randomIds,
      keyedHash: createKeyedHash(randomBytes(32)),
      connections: NO_CONNECTIONS,
    }),
  });
};

const profileOf = async (userId: string) => {
  const [row] = await own.db.sql`SELECT * FROM users WHERE id = ${userId}`;
  return row;
};

describe('a server whose users are in a hosted Supabase project', () => {
  let hosted: HostedAuth;
  beforeEach(() => {
    hosted = open();
  });
  const enter = (token: string) => hosted.authenticator.authenticate(token, IP);

  it('accepts the project’s token, and creates the user’s account only once', async () => {
    const { id, session } = await project.newPerson({ username: 'ana', first_name: 'Ana' });
    const principals = await Promise.all([enter(session.access_token), enter(session.access_token)]);
    const { session_id } = claimsOf(session.access_token);
    for (const principal of principals) {
      expect(principal).toEqual({ userId: id, sessionId: session_id, isAnonymous: false, aal: 'aal1', scopes: null });
    }
    expect(await profileOf(id)).toMatchObject({ username: 'ana', default_trade_amount_minor: 1_000 });
    expect(await own.db.sql`SELECT 1 FROM accounts WHERE user_id = ${id}`).toHaveLength(1);
    expect(await open().authenticator.authenticate(session.access_token, IP)).toMatchObject({ userId: id });
  });

  it('treats an anonymous user of the project as anonymous', async () => {
    const { data } = await project.client().auth.signInAnonymously();
    expect(await enter(data.session?.access_token ?? '')).toMatchObject({ isAnonymous: true });
  });

  it('applies a self-exclusion to the new address when the user changes it in the project', async () => {
    const { id, email, session } = await project.newPerson();
    await enter(session.access_token);
    const until = new Date(project.clock.now() + 24 * 60 * MINUTE_MS);
    await own.db.sql`UPDATE user_settings SET self_excluded_until = ${until} WHERE user_id = ${id}`;
    expect(await profileOf(id)).toMatchObject({ email });
    const moved = project.freshEmail();
    await project.database.db.sql`UPDATE auth_users SET email = ${moved} WHERE id = ${id}`;
    project.clock.advance(MINUTE_MS);
    await enter(session.access_token);
    expect(await profileOf(id)).toMatchObject({ email: moved });
    const left = await own.db.sql`SELECT 1 FROM self_excluded_addresses WHERE excluded_until = ${until}`;
    // One mark of the address as spelt, and one of the mailbox that it leads to.
    expect(left).toHaveLength(2);
  });

  it('copies the profile from the project, and lets a raised limit take effect after a day', async () => {
    const { id, client, session } = await project.newPerson();
    await enter(session.access_token);
    const change = { username: 'maria', default_trade_amount: 25, max_concurrent_trades: 9 };
    expect((await client.from('users').update(change).eq('id', id)).error).toBeNull();
    project.clock.advance(25 * 60 * MINUTE_MS);
    const { data } = await client.auth.refreshSession();
    const token = data.session?.access_token ?? '';
    await enter(token);
    const noticed = await profileOf(id);
    expect(noticed).toMatchObject({ username: 'maria', default_trade_amount_minor: 2_500, max_concurrent_trades: 3 });
    project.clock.advance(MINUTE_MS);
    await enter(token);
    project.clock.advance(23 * 60 * MINUTE_MS + 59 * MINUTE_MS);
    const accounts = createAccounts({
      ids: randomIds,
      keyedHash: createKeyedHash(Buffer.alloc(32, 7)),
      connections: NO_CONNECTIONS,
    });
    const limits = await accounts.riskLimits(own.db.sql, id, PAPER_BOOK, project.clock.now());
    expect(limits.maxConcurrentTrades).toBe(9);
  });

  it('ends a session within a minute after its end in the project, and publishes the end', async () => {
    const { client, session } = await project.newPerson();
    const { session_id } = claimsOf(session.access_token);
    expect(await enter(session.access_token)).toMatchObject({ sessionId: session_id });
    await client.auth.signOut();
    const ended: string[] = [];
    const stop = bus.subscribe(SESSION_ENDED, ({ sessionId }) => ended.push(sessionId));
    project.clock.advance(MINUTE_MS);
    expect(await enter(session.access_token)).toBe('not_authenticated');
    stop();
    expect(ended).toEqual([session_id]);
  });

  it.each(['', 'nonsense', 'a.b.c', 'x'.repeat(9_000)])('refuses the token "%.20s"', async (token) => {
    expect(await enter(token)).toBe('not_authenticated');
  });

  it('refuses a token that has expired, is issued for another service, or is signed with an unknown key', async () => {
    const { session } = await project.newPerson();
    const other = await startAuthServer();
    const foreign = await other.newPerson();
    await other.close();
    expect(await enter(foreign.session.access_token)).toBe('not_authenticated');
    project.clock.advance(61 * MINUTE_MS);
    expect(await enter(session.access_token)).toBe('token_expired');
  });

  it('refuses symmetric tokens if no secret is configured, else accepts only those signed with the secret', async () => {
    const { id, session } = await project.newPerson();
    const { session_id } = claimsOf(session.access_token);
    const forge = (secret: string) =>
      new SignJWT({ session_id, role: 'authenticated', aal: 'aal1' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(`${project.url}/auth/v1`)
        .setAudience('authenticated')
        .setSubject(id)
        .setExpirationTime(Math.floor(project.clock.now() / 1_000) + 60)
        .sign(new TextEncoder().encode(secret));
    const { keys } = await project.auth.jwks();
    const withPublicKey = await forge(JSON.stringify(keys[0]));
    expect(await enter(withPublicKey)).toBe('not_authenticated');
    expect(await enter(await forge(JWT_SECRET))).toBe('not_authenticated');
    const user = HostedUser.parse({ id });
    const api = { user: async () => user, profile: async () => null, post: async () => ({ status: 404, body: null }) };
    const { authenticator } = open(project, JWT_SECRET, api);
    expect(await authenticator.authenticate(withPublicKey, IP)).toBe('not_authenticated');
    expect(await authenticator.authenticate(await forge(JWT_SECRET), IP)).toMatchObject({ userId: id });
    expect(await authenticator.authenticate(session.access_token, IP)).toMatchObject({ userId: id });
  });
});

describe('a server whose hosted auth service does not respond', () => {
  it('refuses sessions that it has not checked before, and reports an outage', async () => {
    const away = await startAuthServer();
    const { session } = await away.newPerson();
    const hosted = open(away);
    await away.close();
    await expect(hosted.authenticator.authenticate(session.access_token, IP)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('accepts sessions that it has already checked for five more minutes', async () => {
    const away = await startAuthServer();
    const { id, session } = await away.newPerson();
    const hosted = open(away);
    expect(await hosted.authenticator.authenticate(session.access_token, IP)).toMatchObject({ userId: id });
    await away.close();
    away.clock.advance(4 * MINUTE_MS);
    expect(await hosted.authenticator.authenticate(session.access_token, IP)).toMatchObject({ userId: id });
    away.clock.advance(MINUTE_MS);
    await expect(hosted.authenticator.authenticate(session.access_token, IP)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });
});
