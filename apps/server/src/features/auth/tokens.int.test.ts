import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { assertFound, claimsOf, headerOf, jsonOf, PASSWORD, startAuthServer } from './testing.ts';

const HOUR_MS = 3_600_000;

const server = await startAuthServer();
const { call, modeStatus, newPerson, refreshRaw } = server;
afterAll(() => server.close());

describe('an access token', () => {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

  it('can be verified by the client with the published keys', async () => {
    const { client, session, id } = await newPerson();
    const { data, error } = await client.auth.getClaims(session.access_token);
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(id);
    const jwks = await call('/auth/v1/.well-known/jwks.json', { key: null });
    expect(jwks.headers.get('cache-control')).toBe('public, max-age=600');
    const { keys } = await jsonOf(jwks);
    expect(keys).toHaveLength(1);
    expect(Object.keys(assertFound(keys[0])).toSorted()).toEqual([
      'alg',
      'crv',
      'key_ops',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ]);
  });

  it('is refused if this server did not create its header or signature', async () => {
    const { session } = await newPerson();
    const [header, payload, signature] = session.access_token.split('.');
    const claims = claimsOf(session.access_token);
    const { kid } = headerOf(session.access_token);
    const own = await generateKeyPair('ES256', { extractable: true });
    const forged = (protectedHeader: Record<string, unknown>) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', ...protectedHeader }).sign(own.privateKey);
    const { keys } = await server.auth.jwks();
    const hmac = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', kid });
    const tokens = {
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'alg none with our kid': `${encode({ alg: 'none', kid })}.${payload}.${signature}`,
      'wrong key under our kid': await forged({ kid }),
      'embedded key': await forged({ kid, jwk: await exportJWK(own.publicKey) }),
      'key address': await forged({ kid, jku: 'https://evil.example/jwks.json' }),
      'unknown kid': await forged({ kid: 'another' }),
      'HMAC with the public key': await hmac.sign(Buffer.from(JSON.stringify(assertFound(keys[0])))),
      'other payload': `${header}.${encode({ ...claims, sub: '00000000-0000-4000-8000-000000000000' })}.${signature}`,
      'no signature': `${header}.${payload}.`,
      garbage: 'x.y.z',
      'a very long one': `${header}.${'A'.repeat(9_000)}.${signature}`,
    };
    for (const [what, token] of Object.entries(tokens)) {
      expect(await modeStatus(token), what).toBe(401);
      const answer = await call('/auth/v1/user', { token });
      expect([answer.status, (await jsonOf(answer)).error_code], what).toEqual([403, 'bad_jwt']);
    }
    expect(await modeStatus(session.access_token)).toBe(200);
  });

  it('expires after an hour', async () => {
    const { session, id } = await newPerson();
    server.clock.advance(HOUR_MS - 1_000);
    expect(await modeStatus(session.access_token)).toBe(200);
    server.clock.advance(1_000);
    const answer = await call('/api/v1/trading/mode/current', { token: session.access_token });
    expect([answer.status, (await jsonOf(answer)).error?.code]).toEqual([401, 'token_expired']);
    const rest = await call(`/rest/v1/users?select=*&id=eq.${id}`, { token: session.access_token });
    expect([rest.status, (await jsonOf(rest)).code]).toEqual([401, 'PGRST303']);
  });

  it('stays valid after a change of the signing key', async () => {
    const before = await newPerson();
    await server.auth.rotateSigningKeys();
    const after = await newPerson();
    expect(await modeStatus(before.session.access_token)).toBe(200);
    expect(await modeStatus(after.session.access_token)).toBe(200);
    expect(headerOf(after.session.access_token).kid).not.toBe(headerOf(before.session.access_token).kid);
    expect((await server.auth.jwks()).keys).toHaveLength(2);
    server.clock.advance(2 * HOUR_MS);
    expect((await server.auth.jwks()).keys).toHaveLength(1);
  });
});

describe('a second process on the same database', () => {
  it('publishes the same keys, accepts the same tokens, and reads a new key when a token names its id', async () => {
    const other = await server.reopen();
    const { session } = await newPerson();
    expect(other.publishableKey).toBe(server.auth.publishableKey);
    expect(await other.checkBearer(session.access_token)).toMatchObject({ ok: true });
    await server.auth.rotateSigningKeys();
    const later = await newPerson();
    server.clock.advance(5_000);
    expect(await other.checkBearer(later.session.access_token)).toMatchObject({ ok: true });
    other.stop();
    server.clock.advance(2 * HOUR_MS);
  });
});

describe('processes that start at the same time', () => {
  it('sign with the same key', async () => {
    const installation = await startAuthServer();
    const { sql } = installation.database.db;
    await sql`DELETE FROM auth_signing_keys`;
    const both = await Promise.all(Array.from({ length: 4 }, () => installation.reopen()));
    await Promise.all(both.map((process) => process.jwks()));
    expect(await sql`SELECT 1 FROM auth_signing_keys`).toHaveLength(1);
    for (const process of both) process.stop();
    await installation.close();
  });
});

describe('a stolen database dump', () => {
  it('contains no usable token, password or key', async () => {
    const { session } = await newPerson({ note: 'canary' });
    const refreshed = await jsonOf(refreshRaw(session.refresh_token));
    const { sql } = server.database.db;
    const dump = JSON.stringify([
      await sql`SELECT u::text AS row FROM auth_users u`,
      await sql`SELECT s::text AS row, encode(refresh_key, 'escape') AS refresh_key FROM auth_sessions s`,
      await sql`SELECT encode(private_sealed, 'escape') AS private_key FROM auth_signing_keys`,
    ]);
    expect(dump).toContain('canary');
    const secrets = [PASSWORD, session.refresh_token, refreshed.refresh_token, session.access_token, 'P-256'];
    for (const secret of secrets) expect(dump.includes(secret), secret).toBe(false);
  });
});
