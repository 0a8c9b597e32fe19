import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { DELETE_ACCOUNT_PHRASE } from '@vigia/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { exclusionFilePath } from '#platform/standing/exclusion-file.ts';
import { backUp, type RestoreRequest, restore } from './backup.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders } from './testing-person.ts';
import { ORDER_BODY } from './testing-requests.ts';
import { verifySecurityLogs } from './verify-security-logs.ts';

const OLD_PASSWORD = 'tormenta sobre el lago 7';
const NEW_PASSWORD = 'niebla bajo el puente 9';
const PASSPHRASE = { text: 'cuatro palabras bien al azar', workFactor: 10 };

const Made = z.object({ data: z.object({ token: z.string(), id: z.string() }) });
const Safety = z.object({ data: z.object({ self_excluded_forever: z.boolean() }) });
const Limits = z.object({ data: z.object({ limits: z.object({ max_stake: z.number().nullable() }) }) });
const Log = z.object({ data: z.array(z.object({ kind: z.string(), detail: z.record(z.string(), z.unknown()) })) });

/** A user of the backup, with everything that gives access to the account. */
type Person = {
  readonly userId: string;
  readonly email: string;
  readonly access: string;
  readonly refresh: string;
  readonly bot: { readonly token: string; readonly id: string };
};

let source: TestDatabase;
let parent = '';
let app: TestApp;
let copy = '';
const people: Record<'ana' | 'leo' | 'eva', Person> = { ana: none(), leo: none(), eva: none() };
const folder = (name: string): string => join(parent, name);
const settings = (database: TestDatabase, dataFolder = folder('datos')) =>
  readConfig({ VIGIA_DATA_DIR: dataFolder, DATABASE_URL: database.ownerUrl });
const start = (database: TestDatabase, dataFolder = folder('datos')) =>
  startTestApp({ dataFolder, databaseUrl: database.ownerUrl });

function none(): Person {
  return { userId: '', email: '', access: '', refresh: '', bot: { token: '', id: '' } };
}

/** Returns headers with a re-authentication proof for a user, or only with the token for a bot. */
const headersOf = (token: string): Readonly<Record<string, string>> =>
  token.includes('.') ? proofHeaders(app, token) : { authorization: `Bearer ${token}` };

const call = (token: string, method: string, path: string, body?: object): Promise<Response> =>
  fetch(app.url + path, {
    method,
    headers: { ...headersOf(token), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

async function callAuth(path: string, body: object, token?: string): Promise<Response> {
  const config = z.object({ supabaseAnonKey: z.string() }).parse(await (await fetch(`${app.url}/config.json`)).json());
  return fetch(`${app.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: config.supabaseAnonKey,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

const signIn = (email: string, password: string) => callAuth('token?grant_type=password', { email, password });
const accessOf = async (answer: Response) =>
  z.object({ access_token: z.string() }).parse(await answer.json()).access_token;

async function newUser(): Promise<Person> {
  const { access, refresh, principal } = await newPerson(app);
  const email = `${principal.userId}@example.com`;
  const { sql } = app.db;
  await sql`UPDATE auth_users SET password_hash = ${await hash(OLD_PASSWORD)} WHERE id = ${principal.userId}`;
  await sql`UPDATE users SET email = ${email} WHERE id = ${principal.userId}`;
  const made = await call(access, 'POST', '/api/v1/account/bot-tokens', {
    name: 'bot',
    scopes: ['read', 'trade'],
    expires_in_days: 30,
  });
  return { userId: principal.userId, email, access, refresh, bot: Made.parse(await made.json()).data };
}

const undoLinksOf = async (userId: string): Promise<number> =>
  (await app.db.sql`SELECT 1 FROM security_undo_links WHERE user_id = ${userId}`).length;

/** Gives a user a second factor. Its secret is not valid, because no test uses a code. */
const addFactor = (userId: string, secret: string) => app.db.sql`
  INSERT INTO auth_factors (id, user_id, friendly_name, status, secret_sealed, created_at, updated_at)
  VALUES (gen_random_uuid(), ${userId}, ${secret}, 'verified', ${Buffer.from(secret)}, now(), now())`;

/** Gives a user a saved login of a broker. Its secret is no real one. */
const saveLogin = (userId: string, label: string) => app.db.sql`
  INSERT INTO broker_saved_logins (id, user_id, broker, label, kind, hint, sealed, saved_at)
  VALUES (gen_random_uuid(), ${userId}, 'deriv', ${label}, 'api_token', '', '\\x00', now())`;

/**
 * Creates the rows of a user that a restore must handle: pending changes, automation, a mailed token and broker logins.
 */
async function fill({ userId }: Person): Promise<void> {
  const { sql } = app.db;
  await sql`
    UPDATE user_settings
    SET chosen_broker = 'iqoption', chosen_kind = 'real', adult_declared_at = now(), country = 'ES',
        country_declared_at = now(), waiting_declaration = ${sql.json({ adult: true, country: 'MX', fromMs: 9e12 })}
    WHERE user_id = ${userId}`;
  await sql`
    INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, auto_trade, anchor_time,
                            live_since, created_at, updated_at)
    VALUES (gen_random_uuid(), ${userId}, 'mi estrategia', 'rsi', 'EURUSD', '5m', '{}', 'active', true, 0, now(), now(),
            now())`;
  await sql`
    INSERT INTO auth_one_time_tokens (user_id, kind, token_hash, digits_hash, redirect_to, created_at, expires_at)
    VALUES (${userId}, 'recovery', ${Buffer.from(userId)}, '\\x00', '', now(), now() + interval '1 hour')`;
  await sql`
    INSERT INTO broker_credentials (user_id, broker, kind, hint, sealed, stored_at)
    VALUES (${userId}, 'deriv', 'api_token', '', '\\x00', now())`;
  await saveLogin(userId, 'de antes');
}

beforeAll(async () => {
  source = await createTestDatabase();
  parent = mkdtempSync(join(tmpdir(), 'vigia-restaurada-'));
  copy = folder('copia.age');
  app = await start(source);
  for (const name of ['ana', 'leo', 'eva'] as const) people[name] = await newUser();
  await fill(people.ana);
  await addFactor(people.ana.userId, 'de antes');
  await addFactor(people.eva.userId, 'de siempre');
  await backUp(settings(source), copy, PASSPHRASE);
  await changeEverything();
  await app.stop();
});
afterEach(() => app.stop());
afterAll(async () => {
  await source.close();
  rmSync(parent, { recursive: true });
});

/** Changes everything after the backup. */
async function changeEverything(): Promise<void> {
  const { ana, leo } = people;
  const { sql } = app.db;
  await sql`DELETE FROM auth_factors WHERE user_id = ${ana.userId}`;
  expect((await call(ana.access, 'POST', '/api/v1/account/self-exclusion', { period: 'forever' })).status).toBe(200);
  expect((await call(ana.access, 'PUT', '/api/v1/account/limits', { max_stake: 20 })).status).toBe(200);
  expect((await call(ana.access, 'DELETE', `/api/v1/account/bot-tokens/${ana.bot.id}`)).status).toBe(200);
  await sql`UPDATE auth_users SET password_hash = ${await hash(NEW_PASSWORD)} WHERE id = ${ana.userId}`;
  const gone = await call(leo.access, 'POST', '/api/v1/account/delete', {
    confirm: DELETE_ACCOUNT_PHRASE,
    password: OLD_PASSWORD,
  });
  expect(gone.status).toBe(200);
  expect((await callAuth('logout', {}, ana.access)).status).toBe(204);
  await addFactor(ana.userId, 'de después');
  await sql`DELETE FROM broker_credentials WHERE user_id = ${ana.userId}`;
  await sql`DELETE FROM broker_saved_logins WHERE user_id = ${ana.userId}`;
  await saveLogin(people.eva.userId, 'de después');
}

const request = (more: Partial<RestoreRequest> = {}): RestoreRequest => ({
  path: copy,
  passphrase: async () => PASSPHRASE,
  replace: false,
  previous: { kind: 'here' },
  confirmNone: async () => false,
  ...more,
});

/** Checks the facts that are true after every restore, with or without the previous database. */
async function expectNothingRevived(): Promise<void> {
  const { ana } = people;
  expect((await call(ana.bot.token, 'POST', '/api/v1/trading/create-option', ORDER_BODY)).status).toBe(401);
  expect((await call(people.eva.bot.token, 'POST', '/api/v1/trading/create-option', ORDER_BODY)).status).toBe(401);
  expect((await call(ana.access, 'GET', '/api/v1/account/safety')).status).toBe(401);
  for (const { refresh } of [ana, people.eva])
    expect((await callAuth('token?grant_type=refresh_token', { refresh_token: refresh })).status).toBe(400);
  const { sql } = app.db;
  const [left] = await sql`
    SELECT (SELECT count(*)::int FROM auth_sessions) AS sessions, (SELECT count(*)::int FROM bot_tokens) AS bots,
           (SELECT count(*)::int FROM auth_one_time_tokens) AS links,
           (SELECT count(*)::int FROM strategies WHERE status = 'active') AS strategies,
           (SELECT count(*)::int FROM user_settings WHERE chosen_kind = 'real') AS real,
           (SELECT count(*)::int FROM user_settings WHERE waiting_declaration IS NOT NULL) AS declarations,
           (SELECT count(*)::int FROM auth_users WHERE id = ${people.leo.userId}) AS leo`;
  expect(left).toEqual({ sessions: 0, bots: 0, links: 0, strategies: 0, real: 0, declarations: 0, leo: 0 });
  const [settingsOfAna] = await sql`
    SELECT self_excluded_until = 'infinity' AS forever FROM user_settings WHERE user_id = ${ana.userId}`;
  expect(settingsOfAna).toEqual({ forever: true });
}

const factorsOf = async (userId: string) => {
  const rows = await app.db.sql<
    { name: string }[]
  >`SELECT friendly_name AS name FROM auth_factors WHERE user_id = ${userId}`;
  return rows.map(({ name }) => name);
};

describe('a restore with the previous database still in place', () => {
  it('revives no access, and keeps rules that became stricter after the backup', async () => {
    const config = settings(source);
    await expect(restore(config, request())).rejects.toThrow('--replace');
    const restored = await restore(config, request({ replace: true }));
    expect(restored).toMatchObject({ hadPrevious: true, isEncrypted: true, unreadableLines: 0 });
    expect(restored.effects).toMatchObject({
      sessionsEnded: 2,
      botTokensRevoked: 2,
      // These are the recovery link, and one link 'No fui yo' for each new bot token.
      linksVoided: 3,
      declarationsDropped: 1,
      automationsPaused: 1,
      realModesLeft: 1,
      factorsKept: 1,
      factorsVoided: 1,
      passwordsVoided: 0,
      accountsDeletedAgain: 1,
      passwordsKept: 1,
      exclusionsKept: 1,
      limitsKept: 1,
      brokerLoginsForgotten: 1,
    });
    expect(existsSync(restored.safetyCopy ?? '')).toBe(true);

    app = await start(source);
    await expectNothingRevived();
    const { ana, eva } = people;
    expect(await app.db.sql`SELECT user_id FROM broker_credentials`).toEqual([]);
    expect(await app.db.sql`SELECT user_id, label FROM broker_saved_logins`).toEqual([
      { user_id: eva.userId, label: 'de después' },
    ]);
    expect((await signIn(ana.email, OLD_PASSWORD)).status).toBe(400);
    const half = await accessOf(await signIn(ana.email, NEW_PASSWORD));
    expect(await factorsOf(ana.userId)).toEqual(['de después']);
    expect(await factorsOf(eva.userId)).toEqual(['de siempre']);
    expect((await signIn(eva.email, OLD_PASSWORD)).status).toBe(200);
    // The owner can still regain access with the mails that were sent after the backup.
    expect(await undoLinksOf(eva.userId)).toBe(1);
    // The second factor from the previous database is required.
    expect((await call(half, 'GET', '/api/v1/account/safety')).status).toBe(403);
    await app.db.sql`DELETE FROM auth_factors WHERE user_id = ${ana.userId}`;
    const access = await accessOf(await signIn(ana.email, NEW_PASSWORD));
    const safety = await call(access, 'GET', '/api/v1/account/safety');
    expect(Safety.parse(await safety.json()).data.self_excluded_forever).toBe(true);
    const limits = await call(access, 'GET', '/api/v1/account/limits');
    expect(Limits.parse(await limits.json()).data.limits.max_stake).toBe(20);
    const log = await call(access, 'GET', '/api/v1/account/security-log');
    const entry = Log.parse(await log.json()).data.find(({ kind }) => kind === 'backup_restored');
    expect(entry?.detail).toMatchObject({ sessionsEnded: 1, botTokensRevoked: 1, exclusionsKept: 1 });
    expect(await verifySecurityLogs(settings(source))).toEqual([]);
  });
});

describe('a second restore', () => {
  it('does not treat the user accounts that the first restore left out as deleted', async () => {
    const database = await createTestDatabase();
    const data = folder('dos');
    const config = settings(database, data);
    const [first, second] = [folder('primera.age'), folder('segunda.age')];
    const count = async () => {
      const [row] = await database.db.sql<{ people: number }[]>`SELECT count(*)::int AS people FROM auth_users`;
      return row?.people;
    };
    app = await start(database, data);
    await newUser();
    await backUp(config, first, PASSPHRASE);
    await newUser();
    await backUp(config, second, PASSPHRASE);
    await app.stop();
    await restore(config, request({ path: first, replace: true }));
    expect(await count()).toBe(1);
    await restore(config, request({ path: second, replace: true }));
    expect(await count()).toBe(2);
    await database.close();
  });
});

describe('a restore without the previous database', () => {
  it('requires a confirmation, invalidates second factors, and still applies stored exclusions and deletions', async () => {
    const fresh = await createTestDatabase();
    const config = settings(fresh);
    await expect(restore(config, request())).rejects.toThrow('--without-previous-database');
    const restored = await restore(config, request({ confirmNone: async () => true }));
    expect(restored).toMatchObject({ hadPrevious: false, safetyCopy: null });
    expect(restored.effects).toMatchObject({
      factorsKept: 0,
      factorsVoided: 2,
      passwordsVoided: 2,
      accountsDeletedAgain: 1,
      exclusionsKept: 1,
    });
    app = await start(fresh);
    await expectNothingRevived();
    const { ana, eva } = people;
    for (const { email, userId } of [ana, eva]) {
      expect((await signIn(email, OLD_PASSWORD)).status).toBe(400);
      expect(await factorsOf(userId)).toEqual([]);
      expect((await callAuth('recover', { email })).status).toBe(200);
    }
    const mailed = await app.db.sql<
      { user_id: string }[]
    >`SELECT user_id FROM auth_one_time_tokens WHERE kind = 'recovery'`;
    expect(mailed.map(({ user_id: id }) => id).toSorted()).toEqual([ana.userId, eva.userId].toSorted());
    await app.stop();
    await fresh.close();
  });

  it('reads the previous database from another data folder or address if the request names it', async () => {
    const fresh = await createTestDatabase();
    const before = await createTestDatabase();
    await expect(
      restore(settings(fresh), request({ previous: { kind: 'url', url: before.ownerUrl } })),
    ).rejects.toThrow('no es de la misma instalación');
    await expect(
      restore(settings(fresh), request({ previous: { kind: 'folder', dataFolder: folder('nada') } })),
    ).rejects.toThrow('no hay una base de datos');
    await before.close();
    await fresh.close();
  });

  it('is refused with the master key of another installation, and changes nothing', async () => {
    const fresh = await createTestDatabase();
    const other = folder('otra');
    await expect(restore(settings(fresh, other), request({ previous: { kind: 'none' } }))).rejects.toThrow(
      'Falta la clave maestra',
    );
    app = await start(fresh, other);
    await app.stop();
    await expect(restore(settings(fresh, other), request({ previous: { kind: 'none' } }))).rejects.toThrow(
      'de otra instalación',
    );
    const [row] = await fresh.db.sql`SELECT count(*)::int AS people FROM auth_users`;
    expect(row).toEqual({ people: 0 });
    await fresh.close();
  });
});

describe('the file of self-exclusions', () => {
  it('only grows, and contains no name of a user', () => {
    const text = readFileSync(exclusionFilePath(folder('datos')), 'utf8');
    for (const { userId, email } of Object.values(people)) {
      expect(text).not.toContain(userId);
      expect(text).not.toContain(email);
    }
    expect(text.match(/account_deleted/g)).toHaveLength(1);
    expect(text.match(/person_excluded/g)).toHaveLength(1);
    // The two lines are for the address and its mailbox.
    expect(text.match(/address_excluded/g)).toHaveLength(2);
  });
});
