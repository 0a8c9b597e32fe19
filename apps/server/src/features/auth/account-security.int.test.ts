import { BotToken, MadeBotToken, SecurityLogEntry } from '@vigia/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { assertFound, claimsOf, jsonOf, startAuthServer } from './testing.ts';

const PATH = '/api/v1/account/bot-tokens';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const server = await startAuthServer();
const { call } = server;
const { sql } = server.database.db;
afterAll(() => server.close());

/** Creates a user with an account and a session, as after a confirmed sign-up. */
async function newMember() {
  const session = await jsonOf(server.post('/auth/v1/signup', {}));
  const { sub, session_id } = claimsOf(session.access_token);
  const email = server.freshEmail();
  await sql`UPDATE auth_users SET is_anonymous = false, email = ${email}, email_confirmed_at = now() WHERE id = ${sub}`;
  server.bus.publish(SESSION_ENDED, { sessionId: session_id });
  return { id: sub, sessionId: session_id, token: session.access_token, refresh: session.refresh_token };
}
type Member = Awaited<ReturnType<typeof newMember>>;

const WISH = { name: 'Alertas', scopes: ['read'], expires_in_days: 30 };
const ask = ({ token }: Pick<Member, 'token'>, path: string, method = 'GET', body?: unknown) =>
  call(path, { token, method, ...(body !== undefined && { body: JSON.stringify(body) }) });
const dataOf = async <Data>(schema: z.ZodType<Data>, answer: Promise<Response>): Promise<Data> =>
  schema.parse((await jsonOf(answer)).data);
const make = (member: Member, wish: object = {}) =>
  dataOf(MadeBotToken, ask(member, PATH, 'POST', { ...WISH, ...wish }));
const list = (member: Member) => dataOf(z.array(BotToken), ask(member, PATH));
const log = (member: Member) => dataOf(z.array(SecurityLogEntry), ask(member, '/api/v1/account/security-log'));
const kinds = async (member: Member) => (await log(member)).map(({ kind }) => kind);
/** Sends a read request with a bot token, and returns the response. */
async function use(token: string, ip?: string) {
  const headers = ip === undefined ? {} : { 'x-forwarded-for': ip };
  const answer = await call('/api/v1/trading/mode/current', { token, headers });
  return answer.ok ? 'ok' : `${answer.status} ${(await jsonOf(answer)).error?.code}`;
}

describe('the creation of a bot token', () => {
  it('shows the token once, stores only its hash, and notifies the user', async () => {
    const member = await newMember();
    const answer = await ask(member, PATH, 'POST', {
      ...WISH,
      scopes: ['read', 'read', 'pcr'],
      allowed_ips: ['127.0.0.1'],
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const made = MadeBotToken.parse((await jsonOf(answer)).data);
    expect(made.token).toMatch(/^vigia_bot_[\w-]{43}$/);
    expect(made).toMatchObject({
      name: 'Alertas',
      last_four: made.token.slice(-4),
      scopes: ['read', 'pcr'],
      allowed_ips: ['127.0.0.1'],
      expires_at: new Date(server.clock.now() + 30 * DAY_MS).toISOString(),
      last_used_at: null,
      paused_at: null,
    });
    const { token: _, ...listed } = made;
    expect(await list(member)).toEqual([listed]);
    const [row] =
      await sql`SELECT row_to_json(t)::text AS text, length(token_hash) AS bytes FROM bot_tokens t WHERE id = ${made.id}`;
    expect(row?.['bytes']).toBe(32);
    expect(String(row?.['text'])).not.toContain(made.token.slice(10));
    expect(await kinds(member)).toContain('bot_token_made');
    const mails = await sql`SELECT 1 FROM mail_outbox WHERE kind = 'bot_token_made' AND sealed IS NOT NULL`;
    expect(mails.length).toBeGreaterThan(0);
  });

  it('is refused to an anonymous user', async () => {
    const { access_token } = await jsonOf(server.post('/auth/v1/signup', {}));
    const answer = await ask({ token: access_token }, PATH, 'POST', WISH);
    expect([answer.status, (await jsonOf(answer)).error?.code]).toEqual([403, 'anonymous_not_allowed']);
  });

  it('is refused for the eleventh token of a user, even if twelve are requested at once', async () => {
    const member = await newMember();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(member, PATH, 'POST', WISH)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), 409, 409]);
    expect(await list(member)).toHaveLength(10);
    const refused = assertFound(answers.find(({ status }) => status === 409));
    expect(await refused.json()).toMatchObject({
      error: { code: 'bot_token_limit' },
      detail: expect.stringContaining('10'),
    });
  });

  it.each([
    ['allowed_ips.1', { allowed_ips: ['10.0.0.0/8', '10.0.0.0/40'] }],
    ['allowed_ips.0', { allowed_ips: ['mi casa'] }],
    ['allowed_ips', { allowed_ips: Array(21).fill('10.0.0.1') }],
    ['name', { name: ' ' }],
    ['name', { name: 'a\0b' }],
    ['name', { name: 'x'.repeat(61) }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['admin'] }],
    ['expires_in_days', { expires_in_days: 366 }],
    ['expires_in_days', { expires_in_days: 0 }],
  ])('is refused if the field %s is invalid, and the response names the field', async (path, wrong) => {
    const answer = await ask(await newMember(), PATH, 'POST', { ...WISH, ...wrong });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { code: 'validation_failed', details: [{ path }] } });
  });
});

describe('a bot token', () => {
  it('gives access to the data of its owner', async () => {
    const member = await newMember();
    expect(await use((await make(member)).token)).toBe('ok');
  });

  it('is refused if it does not exist, has expired, or belongs to a banned user', async () => {
    const member = await newMember();
    const { token } = await make(member, { expires_in_days: 1 });
    expect(await use(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe('401 bot_token_unknown');
    expect(await use('vigia_bot_')).toBe('401 bot_token_unknown');
    expect(await use(token)).toBe('ok');
    await sql`UPDATE auth_users SET banned_until = now() + interval '9 days' WHERE id = ${member.id}`;
    server.clock.advance(5_000);
    expect(await use(token)).toBe('401 not_authenticated');
    await sql`UPDATE auth_users SET banned_until = NULL WHERE id = ${member.id}`;
    server.clock.advance(DAY_MS - 5_000);
    expect(await use(token)).toBe('401 bot_token_unknown');
  });

  it('ends at once when its user deletes it, which is published and logged', async () => {
    const member = await newMember();
    const made = await make(member);
    expect(await use(made.token)).toBe('ok');
    const ended: string[] = [];
    const stop = server.bus.subscribe(SESSION_ENDED, ({ sessionId }) => void ended.push(sessionId));
    expect((await ask(member, `${PATH}/${made.id}`, 'DELETE')).status).toBe(200);
    stop();
    expect(ended).toEqual([made.id]);
    expect(await use(made.token)).toBe('401 bot_token_unknown');
    expect(await list(member)).toEqual([]);
    expect(await kinds(member)).toContain('bot_token_ended');
  });

  it('is refused within 5 s after another process ended it', async () => {
    const made = await make(await newMember());
    expect(await use(made.token)).toBe('ok');
    await sql`DELETE FROM bot_tokens WHERE id = ${made.id}`;
    server.clock.advance(5_000);
    expect(await use(made.token)).toBe('401 bot_token_unknown');
  });

  it('is accepted again as soon as its user resumes it after a pause', async () => {
    const member = await newMember();
    const made = await make(member);
    await sql`UPDATE bot_tokens SET paused_at = now() WHERE id = ${made.id}`;
    expect(await use(made.token)).toBe('403 bot_token_paused');
    expect((await list(member))[0]?.paused_at).not.toBeNull();
    const resumed = await dataOf(BotToken, ask(member, `${PATH}/${made.id}/resume`, 'POST'));
    expect(resumed.paused_at).toBeNull();
    expect(await use(made.token)).toBe('ok');
    expect(await kinds(member)).toContain('bot_token_resumed');
  });

  it.each([
    ['DELETE', ''],
    ['POST', '/resume'],
  ])('cannot be changed by another user: %s %s returns bot_token_not_found', async (method, action) => {
    const [owner, stranger] = [await newMember(), await newMember()];
    const made = await make(owner);
    const answer = await ask(stranger, `${PATH}/${made.id}${action}`, method);
    expect([answer.status, (await jsonOf(answer)).error?.code]).toEqual([404, 'bot_token_not_found']);
    expect(await use(made.token)).toBe('ok');
  });

  it('is refused at once when it is paused, even while it is cached', async () => {
    const made = await make(await newMember());
    expect(await use(made.token)).toBe('ok');
    await sql`UPDATE bot_tokens SET paused_at = now() WHERE id = ${made.id}`;
    server.bus.publish(SESSION_ENDED, { sessionId: made.id });
    expect(await use(made.token)).toBe('403 bot_token_paused');
  });

  it('is accepted only from its allowed IP addresses, and a use from another address is logged once an hour', async () => {
    const member = await newMember();
    const { token } = await make(member, { allowed_ips: ['203.0.113.0/24', '::ffff:127.0.0.1'] });
    expect(await use(token)).toBe('ok');
    expect(await use(token, '::ffff:203.0.113.9')).toBe('ok');
    const refusals = async () => (await log(member)).filter(({ kind }) => kind === 'bot_token_refused');
    for (const _ of [1, 2, 3]) expect(await use(token, '198.51.100.1')).toBe('403 bot_token_address');
    expect(await use(token, '198.51.100.2')).toBe('403 bot_token_address');
    await expect
      .poll(async () => (await refusals()).map(({ ip }) => ip).toSorted())
      .toEqual(['198.51.100.1', '198.51.100.2']);
    server.clock.advance(59 * MINUTE_MS);
    expect(await use(token, '198.51.100.2')).toBe('403 bot_token_address');
    server.clock.advance(MINUTE_MS);
    // The user's access token has expired by now, so the test reads the log from the table.
    expect(await use(token, '198.51.100.1')).toBe('403 bot_token_address');
    const logged = () => sql`SELECT 1 FROM security_log WHERE user_id = ${member.id} AND kind = 'bot_token_refused'`;
    await expect.poll(async () => (await logged()).length).toBe(3);
  });

  it('gets the time of its last use stored once a minute, and each new IP address logged once', async () => {
    const member = await newMember();
    const { token, id } = await make(member);
    const lastUse = async () => (await list(member)).map((row) => [row.last_used_at, row.last_used_ip]);
    const at = (ms: number) => new Date(ms).toISOString();
    const firstMs = server.clock.now();
    await use(token);
    await expect.poll(lastUse).toEqual([[at(firstMs), '127.0.0.1']]);
    server.clock.advance(30_000);
    await use(token, '203.0.113.1');
    const uses = async () => (await log(member)).filter(({ kind }) => kind === 'bot_token_used').map(({ ip }) => ip);
    await expect.poll(uses).toEqual(['203.0.113.1', '127.0.0.1']);
    expect(await lastUse()).toEqual([[at(firstMs), '127.0.0.1']]);
    server.clock.advance(30_000);
    await use(token, '203.0.113.1');
    await use(token);
    await expect.poll(async () => (await lastUse())[0]?.[0]).toBe(at(firstMs + MINUTE_MS));
    expect(await uses()).toHaveLength(2);
    const [row] =
      await sql`SELECT session_id FROM security_log WHERE kind = 'bot_token_used' AND user_id = ${member.id}`;
    expect(row?.['session_id']).toBe(id);
  });
});

describe('the list of open sessions', () => {
  const SESSIONS = '/api/v1/account/sessions';
  const Sessions = z.array(z.object({ id: z.string(), current: z.boolean(), ip: z.string(), user_agent: z.string() }));

  async function withTwo() {
    const member = await newMember();
    const second = await newMember();
    await sql`UPDATE auth_sessions SET user_id = ${member.id} WHERE id = ${second.sessionId}`;
    return { member, second };
  }

  it('shows IP address and time of each session, and marks the current one', async () => {
    const { member, second } = await withTwo();
    const sessions = await dataOf(Sessions, ask(member, SESSIONS));
    expect(sessions.map(({ id, current }) => [id, current]).toSorted()).toEqual(
      [
        [member.sessionId, true],
        [second.sessionId, false],
      ].toSorted(),
    );
    expect(sessions[0]).toMatchObject({ ip: '127.0.0.1', user_agent: 'node' });
    await sql`UPDATE auth_sessions SET last_seen_at = last_seen_at - interval '7 days' WHERE id = ${second.sessionId}`;
    expect(await dataOf(Sessions, ask(member, SESSIONS))).toHaveLength(1);
  });

  it('lets the user end a session; its refresh and access token are then refused at once, and the end is logged', async () => {
    const { member, second } = await withTwo();
    expect((await ask(member, `${SESSIONS}/${second.sessionId}`, 'DELETE')).status).toBe(200);
    expect(await server.modeStatus(second.token)).toBe(401);
    expect((await jsonOf(server.refreshRaw(second.refresh))).error_code).toBe('refresh_token_not_found');
    expect(await server.modeStatus(member.token)).toBe(200);
    expect((await log(member))[0]).toMatchObject({ kind: 'session_ended', ip: '127.0.0.1' });
    expect((await ask(member, `${SESSIONS}/${second.sessionId}`, 'DELETE')).status).toBe(404);
  });

  it('lets the user end the session that sends the request', async () => {
    const member = await newMember();
    expect((await ask(member, `${SESSIONS}/${member.sessionId}`, 'DELETE')).status).toBe(200);
    expect(await server.modeStatus(member.token)).toBe(401);
  });

  it('lets a user end only their own sessions', async () => {
    const [ana, luis] = [await newMember(), await newMember()];
    expect((await ask(luis, `${SESSIONS}/${ana.sessionId}`, 'DELETE')).status).toBe(404);
    expect(await server.modeStatus(ana.token)).toBe(200);
  });
});

describe('the security log', () => {
  it('is returned only to its own user, in pages, newest entry first', async () => {
    const member = await newMember();
    for (const _ of [1, 2, 3]) await make(member);
    const page = (query: string) =>
      dataOf(z.array(SecurityLogEntry), ask(member, `/api/v1/account/security-log?${query}`));
    const all = await page('limit=200');
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => all.length - index));
    const first = await page('limit=2');
    expect(first).toEqual(all.slice(0, 2));
    expect(await page(`limit=2&before=${first[1]?.seq}`)).toEqual(all.slice(2, 4));
    expect((await ask(member, '/api/v1/account/security-log?limit=201')).status).toBe(422);
    expect(await kinds(await newMember())).not.toContain('bot_token_made');
  });
});
