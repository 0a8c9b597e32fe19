import { durationMs } from '@vigia/core/kernel';
import { PAPER_BOOK } from '@vigia/core/risk';
import { afterAll, describe, expect, it } from 'vitest';
import { createAccounts, NO_CONNECTIONS } from '#features/accounts/index.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { jsonOf, startAuthServer } from './testing.ts';

const server = await startAuthServer();
const { call, newPerson } = server;
afterAll(() => server.close());

const OBJECT = 'application/vnd.pgrst.object+json';

const stored = async (id: string) => (await server.database.db.sql`SELECT * FROM users WHERE id = ${id}`)[0];

describe('a read of the profile', () => {
  it('returns an array, one object, selected columns, renamed columns or a count, as requested', async () => {
    const { client, id, email } = await newPerson({ username: 'ana' });
    const users = client.from('users');
    expect((await users.select('*').eq('id', id)).data).toMatchObject([{ id, email, risk_level: 'medium' }]);
    expect((await users.select('id, username').eq('id', id).single()).data).toEqual({ id, username: 'ana' });
    expect((await users.select('nombre:username').eq('id', id).maybeSingle()).data).toEqual({ nombre: 'ana' });
    const counted = await users.select('*', { count: 'exact' });
    expect([counted.count, counted.status, counted.data?.length]).toEqual([1, 200, 1]);
    const head = await users.select('*', { count: 'exact', head: true });
    expect([head.count, head.data]).toEqual([1, null]);
  });

  it('returns no row of another user', async () => {
    const { client } = await newPerson();
    const { id: other } = await newPerson();
    const users = client.from('users');
    expect((await users.select('*').eq('id', other)).data).toEqual([]);
    expect((await users.select('*').eq('id', other).maybeSingle()).data).toBeNull();
    expect((await users.select('*', { count: 'exact' }).eq('id', other)).count).toBe(0);
    const { error, status } = await users.select('*').eq('id', other).single();
    expect(status).toBe(406);
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' });
  });

  it('returns no row to a client without a session', async () => {
    const { id } = await newPerson();
    const stranger = server.client();
    expect((await stranger.from('users').select('*').eq('id', id)).data).toEqual([]);
    expect((await stranger.from('users').select('*')).data).toEqual([]);
    const update = await stranger.from('users').update({ username: 'x' }).eq('id', id);
    expect([update.status, update.error]).toEqual([204, null]);
    expect((await stored(id))?.['username']).toBeNull();
  });

  it('is refused with an invalid token, and a response header states the reason', async () => {
    const bad = await call('/rest/v1/users?select=*', { token: 'x.y.z' });
    expect([bad.status, (await jsonOf(bad)).code]).toEqual([401, 'PGRST301']);
    expect(bad.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    const none = await call('/rest/v1/users?select=*');
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it.each([
    ['users?select=*&username=eq.ana', {}, 400, 'PGRST100'],
    ['users?select=*&order=id', {}, 400, 'PGRST100'],
    ['users?select=*&id=eq.1', {}, 400, '22P02'],
    ['users?select=password_hash', {}, 400, '42703'],
    ['users?select=*', { 'accept-profile': 'auth' }, 406, 'PGRST106'],
    ['users?select=*', { accept: 'text/csv' }, 406, 'PGRST107'],
    ['auth_users?select=*', {}, 404, 'PGRST205'],
    ['rpc/version', {}, 404, 'PGRST202'],
  ])('is refused for %s', async (path, headers, status, code) => {
    const { session } = await newPerson();
    const answer = await call(`/rest/v1/${path}`, { token: session.access_token, headers });
    expect([answer.status, (await jsonOf(answer)).code]).toEqual([status, code]);
  });
});

describe('a change of the profile', () => {
  it('returns status 204, or the row if the client requests it', async () => {
    const { client, id } = await newPerson();
    const silent = await client.from('users').update({ username: 'nueva', default_trade_amount: 12.5 }).eq('id', id);
    expect([silent.status, silent.error]).toEqual([204, null]);
    expect(await stored(id)).toMatchObject({ username: 'nueva', default_trade_amount_minor: 1_250 });
    const loud = await client.from('users').update({ risk_level: 'high' }).eq('id', id).select().single();
    expect(loud.data).toMatchObject({ id, username: 'nueva', default_trade_amount: 12.5, risk_level: 'high' });
  });

  it('changes nothing for another user', async () => {
    const { client } = await newPerson();
    const victim = await newPerson({ username: 'victima' });
    const silent = await client.from('users').update({ username: 'mía' }).eq('id', victim.id);
    expect(silent.status).toBe(204);
    const loud = await client.from('users').update({ username: 'mía' }).eq('id', victim.id).select().single();
    expect([loud.status, loud.error?.code]).toEqual([406, 'PGRST116']);
    expect((await stored(victim.id))?.['username']).toBe('victima');
  });

  it.each([
    [{ is_admin: true }, 403, '42501'],
    [{ is_premium: true }, 403, '42501'],
    [{ is_verified: true, username: 'x' }, 403, '42501'],
    [{ id: '00000000-0000-4000-8000-000000000000' }, 403, '42501'],
    [{ email: 'otra@example.com' }, 403, '42501'],
    [{ nickname: 'x' }, 400, 'PGRST204'],
    [{ default_trade_amount: 0 }, 400, '23514'],
    [{ default_trade_amount: 1.005 }, 400, '23514'],
    [{ default_trade_amount: null }, 400, '23502'],
    [{ max_concurrent_trades: 0 }, 400, '23514'],
    [{ max_concurrent_trades: 101 }, 400, '23514'],
    [{ max_concurrent_trades: 1e12 }, 400, '22003'],
    [{ risk_level: 'reckless' }, 400, '23514'],
    [{ username: 'a\0b' }, 400, '22P02'],
    [[], 400, 'PGRST102'],
  ])('to %j is refused and leaves the row as it was', async (body, status, code) => {
    const { session, id } = await newPerson();
    const before = await stored(id);
    const answer = await call(`/rest/v1/users?id=eq.${id}`, {
      method: 'PATCH',
      token: session.access_token,
      body: JSON.stringify(body),
    });
    const { code: given, details } = await jsonOf(answer);
    expect([answer.status, given]).toEqual([status, code]);
    expect(String(details)).not.toContain('Failing row');
    expect(await stored(id)).toEqual(before);
  });

  it('is refused for invalid JSON, or if no row matches although the client requires exactly one', async () => {
    const { session, id } = await newPerson();
    const token = session.access_token;
    const broken = await call(`/rest/v1/users?id=eq.${id}`, { method: 'PATCH', token, body: '{"a"' });
    expect([broken.status, (await jsonOf(broken)).code]).toEqual([400, 'PGRST102']);
    const empty = await call(`/rest/v1/users?id=eq.${id}`, {
      method: 'PATCH',
      token,
      body: '{}',
      headers: { accept: OBJECT, prefer: 'return=representation' },
    });
    expect([empty.status, (await jsonOf(empty)).code]).toEqual([406, 'PGRST116']);
  });

  it('cannot create or delete rows', async () => {
    const { client, id, session } = await newPerson();
    expect((await client.from('users').insert({ id, username: 'x' })).error?.code).toBe('42501');
    expect((await client.from('users').delete().eq('id', id)).status).toBe(403);
    const override = await call(`/rest/v1/users?id=eq.${id}`, {
      method: 'POST',
      token: session.access_token,
      body: '{}',
      headers: { 'x-http-method-override': 'DELETE' },
    });
    expect(override.status).toBe(403);
    expect(await stored(id)).toBeDefined();
  });
});

describe('the limit of concurrent trades', () => {
  const HOUR_MS = 60 * 60_000;
  const accounts = createAccounts({
    ids: randomIds,
    keyedHash: createKeyedHash(Buffer.alloc(32, 7)),
    connections: NO_CONNECTIONS,
  });
  /** Returns the limit of concurrent trades that a newly started server applies to this user. */
  const inForce = async (id: string) =>
    (await accounts.riskLimits(server.database.db.sql, id, PAPER_BOOK, server.clock.now())).maxConcurrentTrades;
  const set = async (email: string, limit: number) => {
    const { client } = await server.signIn(email);
    const { data } = await client.from('users').update({ max_concurrent_trades: limit }).select().single();
    return data?.max_concurrent_trades;
  };

  it('takes effect at once if it becomes lower', async () => {
    const { id, email } = await newPerson();
    expect(await set(email, 2)).toBe(2);
    expect(await inForce(id)).toBe(2);
  });

  it('takes effect 24 hours later if it becomes higher, even if the server restarts in between', async () => {
    const { id, email } = await newPerson();
    expect(await set(email, 99)).toBe(3);
    server.clock.advance(durationMs(24 * HOUR_MS - 1));
    await server.reopen();
    expect(await inForce(id)).toBe(3);
    server.clock.advance(durationMs(1));
    expect(await inForce(id)).toBe(99);
    const { client } = await server.signIn(email);
    expect((await client.from('users').select('max_concurrent_trades').single()).data).toEqual({
      max_concurrent_trades: 99,
    });
    expect(await set(email, 100)).toBe(99);
    expect(await set(email, 50)).toBe(50);
  });

  it('drops a pending raise when the limit is lowered again', async () => {
    const { id, email } = await newPerson();
    await set(email, 99);
    expect(await set(email, 3)).toBe(3);
    server.clock.advance(durationMs(25 * HOUR_MS));
    expect(await inForce(id)).toBe(3);
  });
});
