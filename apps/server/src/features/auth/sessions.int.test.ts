import { afterAll, describe, expect, it } from 'vitest';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { assertFound, claimsOf, jsonOf, startAuthServer } from './testing.ts';

const DAY_MS = 86_400_000;

const server = await startAuthServer();
const { call, modeStatus, newPerson, refreshRaw, signIn } = server;
afterAll(() => server.close());

describe('a token refresh', () => {
  it('returns a new refresh token and keeps the session', async () => {
    const { client, session } = await newPerson();
    server.clock.advance(1_000);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    const fresh = assertFound(data.session);
    expect(fresh.refresh_token).not.toBe(session.refresh_token);
    const before = claimsOf(session.access_token);
    const after = claimsOf(fresh.access_token);
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
  });

  it('returns the current refresh token when its predecessor is presented again, however late', async () => {
    const { session } = await newPerson();
    const current = await jsonOf(refreshRaw(session.refresh_token));
    server.clock.advance(6 * DAY_MS);
    const again = await jsonOf(refreshRaw(session.refresh_token));
    expect(again.refresh_token).toBe(current.refresh_token);
  });

  it('accepts a still older token within the reuse interval, but ends the session if it is presented later', async () => {
    const { session } = await newPerson();
    const second = await jsonOf(refreshRaw(session.refresh_token));
    const third = await jsonOf(refreshRaw(second.refresh_token));
    server.clock.advance(10_000);
    expect((await jsonOf(refreshRaw(session.refresh_token))).refresh_token).toBe(third.refresh_token);
    server.clock.advance(1);
    const reused = await refreshRaw(session.refresh_token);
    expect([reused.status, (await jsonOf(reused)).error_code]).toEqual([400, 'refresh_token_already_used']);
    const family = await refreshRaw(third.refresh_token);
    expect([family.status, (await jsonOf(family)).error_code]).toEqual([400, 'refresh_token_not_found']);
    expect(await modeStatus(third.access_token)).toBe(401);
  });

  it('succeeds for ten browser tabs at once', async () => {
    const { session } = await newPerson();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refreshRaw(session.refresh_token)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    const tokens = await Promise.all(answers.map(async (answer) => (await jsonOf(answer)).refresh_token));
    expect(new Set(tokens).size).toBe(1);
  });

  it('does not lower the rotation counter if another refresh rotates the token while it waits for the lock', async () => {
    const { session } = await newPerson();
    const { session_id } = claimsOf(session.access_token);
    const { db } = server.database;
    const waiting = () => db.sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const slow = await db.transaction(async (tx) => {
      await tx`UPDATE auth_sessions SET refresh_counter = 2 WHERE id = ${session_id}`;
      const answer = refreshRaw(session.refresh_token);
      await expect.poll(async () => (await waiting()).length).toBe(1);
      return { answer };
    });
    expect((await slow.answer).status).toBe(200);
    const [row] = await db.sql`SELECT refresh_counter FROM auth_sessions WHERE id = ${session_id}`;
    expect(row?.['refresh_counter']).toBe(2);
  });

  it('is refused after 7 days without use, and in any case 30 days after the sign-in', async () => {
    const idle = await newPerson();
    server.clock.advance(7 * DAY_MS);
    const expired = await refreshRaw(idle.session.refresh_token);
    expect([expired.status, (await jsonOf(expired)).error_code]).toEqual([400, 'session_expired']);

    const busy = await newPerson();
    let token = busy.session.refresh_token;
    for (let day = 0; day < 30; day += 6) {
      token = (await jsonOf(refreshRaw(token))).refresh_token;
      server.clock.advance(day < 24 ? 6 * DAY_MS : 6 * DAY_MS - 60_000);
    }
    const last = await jsonOf(refreshRaw(token));
    token = last.refresh_token;
    expect(await modeStatus(last.access_token)).toBe(200);
    server.clock.advance(60_000);
    expect(await modeStatus(last.access_token)).toBe(401);
    const old = await refreshRaw(token);
    expect([old.status, (await jsonOf(old)).error_code]).toEqual([400, 'session_expired']);
  });

  it.each(['', 'nonsense', 'a'.repeat(71)])('is refused for the token "%s"', async (token) => {
    const answer = await refreshRaw(token);
    expect([answer.status, (await jsonOf(answer)).error_code]).toEqual([400, 'refresh_token_not_found']);
  });

  it('is refused if it contains an access token, and other requests are refused with a refresh token', async () => {
    const { session } = await newPerson();
    expect((await refreshRaw(session.access_token)).status).toBe(400);
    expect(await modeStatus(session.refresh_token)).toBe(401);
    expect(await modeStatus(server.auth.publishableKey)).toBe(401);
  });
});

describe('a sign-out', () => {
  it.each([
    ['global', [401, 401]],
    ['local', [401, 200]],
    ['others', [200, 401]],
  ] as const)('with scope %s invalidates access and refresh tokens at once', async (scope, expected) => {
    const { email, client, session } = await newPerson();
    const other = await signIn(email);
    const tokens = [session, other.session];
    for (const one of tokens) expect(await modeStatus(one.access_token)).toBe(200);
    const ended: string[] = [];
    const stop = server.bus.subscribe(SESSION_ENDED, ({ sessionId }) => ended.push(sessionId));
    expect((await client.auth.signOut({ scope })).error).toBeNull();
    stop();
    expect(await Promise.all(tokens.map((one) => modeStatus(one.access_token)))).toEqual(expected);
    const refreshed = await Promise.all(tokens.map(async (one) => (await refreshRaw(one.refresh_token)).status));
    expect(refreshed).toEqual(expected.map((status) => (status === 200 ? 200 : 400)));
    expect(ended).toHaveLength(expected.filter((status) => status === 401).length);
  });

  it('is refused for an unknown scope, and without a token', async () => {
    const { session } = await newPerson();
    const strange = await call('/auth/v1/logout?scope=everyone', { method: 'POST', token: session.access_token });
    expect(strange.status).toBe(400);
    const anonymous = await call('/auth/v1/logout', { method: 'POST' });
    expect([anonymous.status, (await jsonOf(anonymous)).error_code]).toEqual([401, 'no_authorization']);
  });

  it('takes effect within 5 s in another process, even if the bus event is lost', async () => {
    const { session } = await newPerson();
    expect(await modeStatus(session.access_token)).toBe(200);
    const { session_id } = claimsOf(session.access_token);
    await server.database.db.sql`DELETE FROM auth_sessions WHERE id = ${session_id}`;
    server.clock.advance(5_000);
    expect(await modeStatus(session.access_token)).toBe(401);
    const answer = await call('/auth/v1/user', { token: session.access_token });
    expect([answer.status, (await jsonOf(answer)).error_code]).toEqual([403, 'session_not_found']);
  });
});
