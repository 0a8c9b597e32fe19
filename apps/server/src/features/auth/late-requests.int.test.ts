import { hash } from '@node-rs/argon2';
import { afterAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#platform/persistence/database.ts';
import { jsonOf, PASSWORD, startAuthServer } from './testing.ts';

const BOTS = '/api/v1/account/bot-tokens';
const WISH = { name: 'Alertas', scopes: ['read'], expires_in_days: 30 };

const server = await startAuthServer();
const { call, newPerson, post } = server;
const { sql } = server.database.db;
afterAll(() => server.close());

/**
 * Sends a request, waits until it needs the lock of the user's row, and changes the user before the lock is released.
 */
async function overtake(
  id: string,
  send: () => Promise<Response>,
  change: (tx: Transaction) => Promise<unknown>,
): Promise<Response> {
  const waiting = () => sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const late = await server.deps.db.transaction(async (tx) => {
    await tx`SELECT 1 FROM auth_users WHERE id = ${id} FOR UPDATE`;
    const answer = send();
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await change(tx);
    return { answer };
  });
  return late.answer;
}

const signIn = (email: string) => post('/auth/v1/token?grant_type=password', { email, password: PASSWORD });

describe('a request that waits for the row lock of a user while another transaction changes the user', () => {
  it('opens no session with a password that was just replaced, and does not store this password again', async () => {
    const { id, email } = await newPerson();
    const costs = { memoryCost: 19_456, timeCost: 1, parallelism: 1 };
    await sql`UPDATE auth_users SET password_hash = ${await hash(PASSWORD, costs)} WHERE id = ${id}`;
    const changed = await hash('otra cosa muy distinta');
    const answer = await overtake(
      id,
      () => signIn(email),
      async (tx) => {
        await tx`UPDATE auth_users SET password_hash = ${changed} WHERE id = ${id}`;
        await tx`DELETE FROM auth_sessions WHERE user_id = ${id}`;
      },
    );
    expect([answer.status, (await jsonOf(answer)).error_code]).toEqual([400, 'invalid_credentials']);
    expect(await sql`SELECT 1 FROM auth_sessions WHERE user_id = ${id}`).toHaveLength(0);
    expect(await sql`SELECT 1 FROM auth_users WHERE id = ${id} AND password_hash = ${changed}`).toHaveLength(1);
  });

  it('opens a session while another sign-in stores a stronger hash of the same password', async () => {
    const { id, email } = await newPerson();
    const rehashed = await hash(PASSWORD);
    const answer = await overtake(
      id,
      () => signIn(email),
      (tx) => tx`UPDATE auth_users SET password_hash = ${rehashed} WHERE id = ${id}`,
    );
    expect(answer.status).toBe(200);
  });

  it('is recorded in the security log as a failed sign-in if its password is wrong, even if the owner signs in meanwhile', async () => {
    const { id, email } = await newPerson();
    const { background, securityLog } = server.deps;
    const answer = await overtake(
      id,
      () => post('/auth/v1/token?grant_type=password', { email, password: 'no es la suya' }),
      (tx) => securityLog.append(tx, [{ userId: id, kind: 'signed_in', sessionId: null, ip: null, userAgent: null }]),
    );
    expect(answer.status).toBe(400);
    await background.idle();
    const log = await securityLog.read(sql, id, { limit: 2 });
    expect(log.map(({ kind }) => kind)).toEqual(['sign_in_failed', 'signed_in']);
  });

  it('opens no session for an address that the account no longer has', async () => {
    const { id, email } = await newPerson();
    const answer = await overtake(
      id,
      () => signIn(email),
      (tx) => tx`UPDATE auth_users SET email = ${server.freshEmail()} WHERE id = ${id}`,
    );
    expect(answer.status).toBe(400);
  });

  it('creates no bot token for a session that has just ended', async () => {
    const { id, session } = await newPerson();
    const answer = await overtake(
      id,
      () => call(BOTS, { method: 'POST', token: session.access_token, body: JSON.stringify(WISH) }),
      (tx) => tx`DELETE FROM auth_sessions WHERE user_id = ${id}`,
    );
    expect(answer.status).toBe(401);
    expect(await sql`SELECT 1 FROM bot_tokens WHERE user_id = ${id}`).toHaveLength(0);
  });

  it('resumes no bot token for a session that has just ended', async () => {
    const { id, session } = await newPerson();
    const token = session.access_token;
    await call(BOTS, { method: 'POST', token, body: JSON.stringify(WISH) });
    const [bot] = await sql<{ id: string }[]>`
      UPDATE bot_tokens SET paused_at = now() WHERE user_id = ${id} RETURNING id`;
    const answer = await overtake(
      id,
      () => call(`${BOTS}/${bot?.id}/resume`, { method: 'POST', token }),
      (tx) => tx`DELETE FROM auth_sessions WHERE user_id = ${id}`,
    );
    expect(answer.status).toBe(404);
    expect(await sql`SELECT 1 FROM bot_tokens WHERE user_id = ${id} AND paused_at IS NULL`).toHaveLength(0);
  });
});
