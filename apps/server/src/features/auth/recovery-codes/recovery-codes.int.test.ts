import { RecoveryCodes, RecoveryCodesLeft, success } from '@vigia/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { protectedPerson, sessionOf } from '../factors/testing.ts';
import { claimsOf, jsonOf, startAuthServer } from '../testing.ts';

const server = await startAuthServer();
const { call, modeStatus, newPerson, signIn, lastMail } = server;
const { sql } = server.database.db;
afterAll(() => server.close());

const PATH = '/api/v1/account/recovery-codes';

const make = (token: string) => call(PATH, { method: 'POST', token });
const codesOf = async (token: string) => success(RecoveryCodes).parse(await (await make(token)).json()).data.codes;
const left = async (token: string) =>
  success(RecoveryCodesLeft).parse(await (await call(PATH, { token })).json()).data.left;
const use = (token: string, code: string) =>
  call('/api/v1/auth/recovery-code', { method: 'POST', token, body: JSON.stringify({ code }) });

async function personWithCodes() {
  const person = await protectedPerson(server);
  const codes = await codesOf(person.session.access_token);
  return { ...person, codes, code: codes[0] ?? '', locked: (await signIn(person.email)).session.access_token };
}

describe('recovery codes', () => {
  it('are created in sets of ten, returned once and stored as hashes', async () => {
    const { codes, id, session } = await personWithCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    const rows = await sql<{ code_hash: Buffer }[]>`SELECT code_hash FROM auth_recovery_codes WHERE user_id = ${id}`;
    expect(rows.map(({ code_hash }) => code_hash.length)).toEqual(Array.from({ length: 10 }, () => 32));
    expect(await left(session.access_token)).toBe(10);
  });

  it('can be created only at aal2', async () => {
    const { session } = await newPerson();
    const answer = await make(session.access_token);
    expect([answer.status, (await jsonOf(answer)).error?.code]).toEqual([403, 'insufficient_aal']);
    const { locked } = await personWithCodes();
    expect((await make(locked)).status).toBe(403);
  });

  it("replace the caller's session with a session at aal2, which the owner learns by mail", async () => {
    const { email, code, id, locked } = await personWithCodes();
    expect(await modeStatus(locked)).toBe(403);
    const answer = await jsonOf(use(locked, code.toLowerCase().replaceAll('-', ' ')));
    const claims = claimsOf(answer.access_token);
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'recovery_code' }, { method: 'password' }] });
    expect(claims.session_id).not.toBe(claimsOf(locked).session_id);
    expect([await modeStatus(answer.access_token), await modeStatus(locked)]).toEqual([200, 401]);
    expect(await left(answer.access_token)).toBe(9);
    await lastMail(email, 'recovery_code_used');
    const log = await sql`SELECT detail FROM security_log WHERE user_id = ${id} AND kind = 'recovery_code_used'`;
    expect(log.map(({ detail }) => detail)).toEqual([{ left: 9 }]);
  });

  it('are accepted once each, even if several sessions send the same code at once', async () => {
    const { email, code } = await personWithCodes();
    const tokens = await Promise.all([1, 2, 3].map(async () => (await signIn(email)).session.access_token));
    const statuses = await Promise.all(tokens.map(async (token) => (await use(token, code)).status));
    expect(statuses.toSorted()).toEqual([200, 422, 422]);
  });

  it('are refused for another user, and after new codes are created', async () => {
    const { code, locked, session } = await personWithCodes();
    const stranger = await personWithCodes();
    const refused = await use(stranger.locked, code);
    expect([refused.status, (await jsonOf(refused)).error?.code]).toEqual([422, 'code_invalid']);
    await make(session.access_token);
    expect((await use(locked, code)).status).toBe(422);
  });

  it('are deleted when the user removes their last factor', async () => {
    const { client, app, id } = await personWithCodes();
    expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    expect(await sql`SELECT 1 FROM auth_recovery_codes WHERE user_id = ${id}`).toHaveLength(0);
    expect(await modeStatus((await sessionOf(client)).access_token)).toBe(200);
  });

  it('are logged if wrong, and delay the next recovery code, but not the next code of an authenticator app', async () => {
    const { id, locked, app } = await personWithCodes();
    for (let time = 0; time < 10; time += 1) expect((await use(locked, 'AAAA')).status).toBe(422);
    const slowed = await use(locked, 'AAAA');
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1']);
    const failed = await sql`SELECT 1 FROM security_log WHERE user_id = ${id} AND kind = 'second_factor_failed'`;
    expect(failed).toHaveLength(10);
    const body = JSON.stringify({ challenge_id: app.factorId, code: app.code() });
    const other = await call(`/auth/v1/factors/${app.factorId}/verify`, { method: 'POST', token: locked, body });
    expect([other.status, (await jsonOf(other)).error_code]).toEqual([404, 'mfa_factor_not_found']);
  });

  it('are refused without a valid session', async () => {
    expect((await call('/api/v1/auth/recovery-code', { method: 'POST', body: '{"code":"A"}' })).status).toBe(401);
    expect((await call('/api/v1/auth/recovery-code', { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await use('nonsense', 'A')).status).toBe(401);
  });
});
