import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DELETE_ACCOUNT_PHRASE, PROOF_HEADER, RECOVERY_CODES_HEADER } from '@vigia/contract';
import { err, ok } from '@vigia/core/kernel';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { FakeBroker } from '#features/brokers/testing.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { WEB_ROOT } from '#platform/project-root.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { proofHeaders } from './testing-person.ts';
import { readEveryRow } from './testing-rows.ts';
import { type RawRequest, sendRawRequest, type WireResponse } from './testing-wire.ts';

const FAKE = 'Ana\n[ERROR] fake';

/** A secret, and the responses that may contain it. */
type Canary = { readonly name: string; readonly value: string; readonly given: readonly string[] };

const canaries: Canary[] = [];
const answers: { readonly label: string; readonly text: string }[] = [];
const frames: string[] = [];
let log = '';
let database: TestDatabase;
let app: TestApp;
/** Contents of the database after every flow, and after the deletion of the account. */
const dumps: { full: string; left: string } = { full: '', left: '' };
let exported = '';
const broker = new FakeBroker('iqoption', 'IQ Option');

const random = () => randomBytes(12).toString('hex');

function canary(name: string, value: string, ...given: string[]): string {
  expect(value.length, name).toBeGreaterThanOrEqual(6);
  canaries.push({ name, value, given });
  return value;
}

const password = (name: string) => canary(`password ${name}`, `CANARY-${random()}`);

/**
 * Returns true for requests that need a re-authentication proof. Requests to `/account/delete` and to `/auth/v1/user`
 * need none, because they contain a password.
 */
const needsProof = ({ path }: RawRequest, token: string | undefined): token is string =>
  token?.split('.').length === 3 && /^\/(?:auth\/v1\/factors|api\/v1\/(?:account\/(?!delete)|multi-broker))/.test(path);

/** The proof that a session received, or another proof of this server for the session. */
const givenProofs = new Map<string, string>();
const proofFor = (token: string): Readonly<Record<string, string>> => {
  const proof = givenProofs.get(token);
  return proof === undefined ? proofHeaders(app, token) : { [PROOF_HEADER]: proof };
};

/** Sends a request and records the whole response under a label. */
async function say(label: string, request: RawRequest, token?: string): Promise<WireResponse> {
  const answer = await sendRawRequest(app.url, {
    ...request,
    headers: {
      apikey: embeddedAuth(app).publishableKey,
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(needsProof(request, token) && proofFor(token)),
      ...request.headers,
    },
  });
  answers.push({ label, text: JSON.stringify(answer.headers) + answer.text });
  return answer;
}

async function post(label: string, path: string, body: object, token?: string, method = 'POST'): Promise<unknown> {
  const answer = await say(label, { method, path, body: JSON.stringify(body) }, token);
  expect([label, answer.status < 300]).toEqual([label, true]);
  return answer.text === '' ? null : JSON.parse(answer.text);
}

const refused = async (label: string, path: string, body: object, token?: string, method = 'POST') => {
  const { status } = await say(label, { method, path, body: JSON.stringify(body) }, token);
  expect([label, status >= 400 && status < 500]).toEqual([label, true]);
};

const Session = z.object({ access_token: z.string(), refresh_token: z.string() });

/** Returns the tokens in a response, and records them as secrets. */
function session(label: string, said: unknown, ...also: string[]) {
  const { access_token: access, refresh_token: refresh } = Session.parse(said);
  canary(`access token of ${label}`, access, label);
  canary(`refresh token of ${label}`, refresh, label, ...also);
  return { access, refresh };
}

const Mails = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }));

/** Returns the next mail to an address, and records its link and digits as secrets. */
async function nextMail(to: string) {
  const found = await vi.waitFor(
    async () => {
      // This response is not recorded, because the mail must contain the secret.
      const { text } = await sendRawRequest(app.url, { path: '/dev/mailbox.json' });
      const mails = Mails.parse(JSON.parse(text)).filter((mail) => mail.to === to && !seen.has(mail.text));
      const mail = mails.find((one) => one.text.includes('/auth/v1/verify') || /\b\d{6}\b/.test(one.text));
      if (mail === undefined) throw new Error(`no mail to ${to}`);
      return mail;
    },
    { timeout: 20_000, interval: 50 },
  );
  seen.add(found.text);
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(found.text)?.[0] ?? '';
  const digits = canary('mailed digits', /\b\d{6}\b/.exec(found.text)?.[0] ?? '');
  if (link !== '') canary('mailed token', new URL(link).searchParams.get('token')?.replace('pkce_', '') ?? '');
  return { path: link.replace(/^https?:\/\/[^/]+/, ''), digits };
}
const seen = new Set<string>();

/** Requests a mail, follows its link and exchanges the code, as a browser does. */
async function byMail(label: string, email: string, ask: (challenge: object) => Promise<unknown>) {
  const verifier = canary(`verifier of ${label}`, randomBytes(40).toString('hex'));
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  await ask({ code_challenge: challenge, code_challenge_method: 's256' });
  const { path } = await nextMail(email);
  const followed = await say(`link of ${label}`, { path });
  const code = new URL(followed.headers.location ?? '').searchParams.get('code') ?? '';
  canary(`code of ${label}`, code, `link of ${label}`);
  const proof = { auth_code: code, code_verifier: verifier };
  return session(label, await post(label, '/auth/v1/token?grant_type=pkce', proof));
}

const totp = (secret: string): string => canary('app code', TOTP.generate({ secret: Secret.fromBase32(secret) }));

async function dial(token: string): Promise<void> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/v1/stream`);
  await once(socket, 'open');
  const closed = once(socket, 'close').then(() => undefined);
  const ready = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      frames.push(String(data));
      resolve();
    });
  });
  socket.send(JSON.stringify({ type: 'auth', access_token: token }));
  await Promise.race([ready, closed]);
  socket.close();
  await closed;
}

/** Runs every account flow once for one user. */
async function live(): Promise<void> {
  const email = `ana-${random()}@example.com`;
  const newEmail = `ana-${random()}@example.org`;
  const first = password('of the sign-up');
  const data = { username: FAKE, first_name: FAKE };
  const signUp = { email, password: first, data };
  const confirmed = await byMail('confirmation', email, (challenge) =>
    post('sign-up', '/auth/v1/signup', { ...signUp, ...challenge }),
  );
  await refused('wrong password', '/auth/v1/token?grant_type=password', { email, password: password('wrong') });
  await refused('wrong login', '/api/v1/auth/login', { email, password: password('wrong, by the API') });
  const login = session('login', await post('login', '/api/v1/auth/login', { email, password: first }));
  const refresh = { refresh_token: login.refresh };
  const fresh = session('refresh', await post('refresh', '/auth/v1/token?grant_type=refresh_token', refresh), 'again');
  session('again', await post('again', '/api/v1/auth/refresh', refresh), 'refresh');
  await refused('wrong refresh', '/api/v1/auth/refresh', { refresh_token: canary('refresh token made up', random()) });
  await post('logout', '/auth/v1/logout?scope=local', {}, confirmed.access);

  const reset = await byMail('recovery', email, (challenge) =>
    post('recover', '/auth/v1/recover', { email, ...challenge }),
  );
  await post('new password', '/auth/v1/user', { password: password('reset') }, reset.access, 'PUT');
  await say('reauthenticate', { path: '/auth/v1/reauthenticate' }, reset.access);
  const { digits: nonce } = await nextMail(email);
  const last = password('last');
  await post('nonce', '/auth/v1/user', { password: last, nonce }, reset.access, 'PUT');
  const wrong = { password: password('never valid'), current_password: password('wrong current') };
  await refused('wrong current', '/auth/v1/user', wrong, fresh.access, 'PUT');
  await post('e-mail change', '/auth/v1/user', { email: newEmail, current_password: last }, reset.access, 'PUT');
  await say('new address', { path: (await nextMail(newEmail)).path });
  const token = session(
    'sign-in',
    await post('sign-in', '/auth/v1/token?grant_type=password', { email: newEmail, password: last }),
  );

  await say('profile', { path: '/rest/v1/users?select=*' }, token.access);
  await say(
    'profile change',
    { method: 'PATCH', path: '/rest/v1/users', body: JSON.stringify({ first_name: FAKE }) },
    token.access,
  );
  const proofs = z.object({ data: z.object({ proof: z.string() }) });
  await refused('wrong proof', '/api/v1/account/proof', { password: password('of a wrong proof') }, token.access);
  const { proof } = proofs.parse(await post('proof', '/api/v1/account/proof', { password: last }, token.access)).data;
  givenProofs.set(token.access, canary('fresh proof', proof, 'proof'));
  const bot = { name: 'bot', scopes: ['read', 'trade'], expires_in_days: 1 };
  const made = z.object({ data: z.object({ token: z.string() }) });
  const botToken = made.parse(await post('bot token', '/api/v1/account/bot-tokens', bot, token.access)).data.token;
  canary('bot token', botToken, 'bot token');
  await say('bot', { path: '/api/v1/trading/active' }, botToken);
  await say('bot astray', { path: '/rest/v1/users' }, botToken);
  const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 };
  await post('order', '/api/v1/trading/create-option', order, botToken);
  for (const shown of [
    token.access,
    botToken,
    canary('token made up', `eyJhbGciOiJFUzI1NiJ9.${random()}.${random()}`),
  ]) {
    await dial(shown);
    await say('token in the address', { path: `/api/v1/stream?access_token=${shown}` });
    await say('astray', { path: `/nothing?code=${shown}` }, shown);
  }

  const factor = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) });
  const enrol = { factor_type: 'totp', friendly_name: 'app' };
  const enrolled = factor.parse(await post('enrolment', '/auth/v1/factors', enrol, token.access));
  const secret = canary('app secret', enrolled.totp.secret, 'enrolment');
  const path = `/auth/v1/factors/${enrolled.id}`;
  const challenge = async () =>
    z.object({ id: z.string() }).parse(await post('challenge', `${path}/challenge`, {}, token.access)).id;
  const miss = { challenge_id: await challenge(), code: canary('wrong app code', '135792') };
  await refused('wrong code', `${path}/verify`, miss, token.access);
  const hit = { challenge_id: await challenge(), code: totp(secret) };
  const verify = { method: 'POST', path: `${path}/verify`, body: JSON.stringify(hit) };
  const passed = await say('second factor', verify, token.access);
  for (const code of String(passed.headers[RECOVERY_CODES_HEADER] ?? '').split(',')) {
    canary('first recovery code', code, 'second factor');
  }
  const strong = session('second factor', JSON.parse(passed.text));
  const codes = z.object({ data: z.object({ codes: z.array(z.string()) }) });
  const onPaper = codes.parse(await post('recovery codes', '/api/v1/account/recovery-codes', {}, strong.access)).data
    .codes;
  for (const code of onPaper) canary('recovery code', code, 'recovery codes');
  const weak = session('aal1', await post('aal1', '/api/v1/auth/login', { email: newEmail, password: last }));
  const madeUp = canary('recovery code made up', 'ABCD-EFGH-JKMN-PQRS');
  await refused('wrong recovery code', '/api/v1/auth/recovery-code', { code: madeUp }, weak.access);
  const paper = await post('recovery code', '/api/v1/auth/recovery-code', { code: onPaper[0] }, weak.access);
  const back = session('recovery code', paper);

  await connectBroker(back.access);
  for (const read of ['sessions', 'security-log', 'bot-tokens', 'recovery-codes', 'safety']) {
    await say(read, { path: `/api/v1/account/${read}` }, back.access);
  }
  exported = (await say('export', { path: '/api/v1/account/export' }, back.access)).text;
  await leaveOpen(newEmail);
  dumps.full = await dump();
  const leave = { confirm: DELETE_ACCOUNT_PHRASE, password: last };
  await refused(
    'wrong deletion',
    '/api/v1/account/delete',
    { ...leave, password: password('wrong again') },
    back.access,
  );
  // With a second factor the password alone cannot delete the account.
  await refused('deletion by password', '/api/v1/account/delete', leave, back.access);
  const deletion = { method: 'POST', path: '/api/v1/account/delete', body: JSON.stringify(leave) };
  expect((await say('deletion', { ...deletion, headers: proofFor(back.access) }, back.access)).status).toBe(200);
  dumps.left = await dump();
  await failInTheMiddle(newEmail);
}

/** Connects a broker whose adapter logs everything that it knows, and calls every broker route. */
async function connectBroker(token: string): Promise<void> {
  const right = { email: 'ana@example.com', password: password('at the broker') };
  broker.onConnect = ({ credentials, deps, listener }) => {
    deps.log('warn', `adapter slips: ${JSON.stringify(credentials)}`);
    if (credentials.kind === 'password' && credentials.password !== right.password) {
      return err({ kind: 'auth_invalid', detail: `no ${credentials.password}` });
    }
    listener.onResumable(canary('session at the broker', `ssid-${random()}`));
    return ok(null);
  };
  const at = (path: string) => `/api/v1/multi-broker/${path}/iqoption`;
  await refused('wrong broker login', at('connect'), { ...right, password: password('wrong at the broker') }, token);
  const pasted = { session_token: password('pasted token'), cookies: `cf_clearance=${password('cookie')}` };
  await post('broker test', at('test'), pasted, token);
  await post('broker', at('connect'), right, token);
  await post('broker away', at('disconnect'), {}, token);
  await post('broker again', at('connect'), {}, token);
  for (const read of ['status', 'balance', 'assets']) await say(`broker ${read}`, { path: at(read) }, token);
  await dial(token);
  expect(log).toContain('adapter slips');
}

/** Requests secrets that are not used: a link, digits, a password that waits for confirmation, and a code. */
async function leaveOpen(email: string): Promise<void> {
  await post('recover, unused', '/auth/v1/recover', { email });
  await nextMail(email);
  const [waiting, following] = [`luis-${random()}@example.com`, `eva-${random()}@example.com`];
  await post('sign-up, unused', '/auth/v1/signup', { email: waiting, password: password('not confirmed') });
  await nextMail(waiting);
  const verifier = canary('verifier, unused', randomBytes(40).toString('hex'));
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = { code_challenge: challenge, code_challenge_method: 's256' };
  await post('sign-up, followed', '/auth/v1/signup', { email: following, password: password('followed'), ...asked });
  const followed = await say('link, followed', { path: (await nextMail(following)).path });
  canary('code, unused', new URL(followed.headers.location ?? '').searchParams.get('code') ?? '', 'link, followed');
}

/** Makes a sign-in fail. The log then contains the operation, but must not contain its secret. */
async function failInTheMiddle(email: string): Promise<void> {
  const rename = (from: string, to: string) =>
    withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`ALTER TABLE ${sql(from)} RENAME TO ${sql(to)}`);
  await rename('auth_users', 'auth_users_away');
  const body = JSON.stringify({ email, password: password('of a failing sign-in') });
  const answer = await say('failure', { method: 'POST', path: '/auth/v1/token?grant_type=password', body });
  await rename('auth_users_away', 'auth_users');
  expect(answer.status).toBe(500);
  expect(answer.text).not.toMatch(/auth_users|relation|\bat .+:\d+|postgres/i);
  expect(log).toContain('auth_users');
}

async function dump(): Promise<string> {
  await app.features.background.idle();
  await app.features.mailWorker.idle();
  return (await readEveryRow(database.ownerUrl)).map(({ table, rows }) => `${table}\n${rows.join('\n')}`).join('\n');
}

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({
    databaseUrl: database.ownerUrl,
    log: createLogger('trace', { write: (line) => void (log += line) }),
    environment: { AUTH_EMAIL_INTERVAL_S: '0' },
    brokers: [broker],
  });
  await live();
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await database.close();
});

/**
 * Returns the forms in which a secret may appear: the secret itself, its bytes in hexadecimal and base64, and the
 * signature of a signed token.
 */
function spellings(value: string): readonly string[] {
  const whole = [value, value.split('.').at(-1) ?? value, value.replaceAll('-', '')];
  return whole.flatMap((text) => {
    const bytes = Buffer.from(text);
    return [text, bytes.toString('hex'), bytes.toString('base64').replace(/.{0,2}=*$/, '')];
  });
}

/**
 * Returns true if the text contains the secret. Six digits must be a separate number, because in a longer number they
 * reveal nothing.
 */
const has = (text: string, { value }: Canary): boolean =>
  /^\d{6}$/.test(value)
    ? new RegExp(`(?<![\\w.])${value}(?![\\w.])`).test(text)
    : spellings(value).some((spelling) => text.includes(spelling));

const foundIn = (text: string) => canaries.filter((one) => has(text, one)).map(({ name }) => name);

describe('secrets of every kind, each used once in every flow,', () => {
  it('appear in the responses that issue them', () => {
    expect(canaries.length).toBeGreaterThan(40);
    const all = answers.map(({ text }) => text).join('\n');
    const given = canaries.filter((one) => one.given.length > 0);
    expect(given.filter((one) => !has(all, one)).map(({ name }) => name)).toEqual([]);
  });

  it('are in no log line at the most verbose level', () => {
    expect(log.split('\n').length).toBeGreaterThan(answers.length);
    expect(foundIn(log)).toEqual([]);
  });

  it('are in no response except the response that issues them', () => {
    const leaks = canaries.flatMap((one) =>
      answers
        .filter(({ label, text }) => !one.given.includes(label) && has(text, one))
        .map(({ label }) => `${one.name} in ${label}`),
    );
    expect(leaks).toEqual([]);
  });

  it('are in no row of any table, before and after the deletion of the account', () => {
    expect(dumps.full).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    for (const table of [
      'auth_one_time_tokens',
      'auth_codes',
      'auth_recovery_codes',
      'bot_tokens',
      'auth_factors',
      'broker_credentials',
    ]) {
      expect(dumps.full, `${table} is empty`).toMatch(new RegExp(`^${table}\\n\\{`, 'm'));
    }
    expect(foundIn(dumps.full)).toEqual([]);
    expect(foundIn(dumps.left)).toEqual([]);
  });

  it('are in no database file if they are broker credentials, not even in the write-ahead log', async () => {
    const files = await withConnection(parseDatabaseUrl(inject('postgres').adminUrl), async (sql) => {
      await sql`CHECKPOINT`;
      const { pathname } = new URL(database.ownerUrl);
      const [row] = await sql<{ folder: string; oid: number }[]>`
        SELECT current_setting('data_directory') AS folder, oid FROM pg_database WHERE datname = ${pathname.slice(1)}`;
      return [join(row?.folder ?? '', 'base', String(row?.oid)), join(row?.folder ?? '', 'pg_wal')];
    });
    const ofBrokers = canaries.filter(({ name }) => name.includes('broker') || name.includes('pasted'));
    expect(ofBrokers.length).toBeGreaterThan(3);
    let bytes = 0;
    for (const folder of files) {
      for (const name of readdirSync(folder)) {
        const file = join(folder, name);
        if (!statSync(file).isFile()) continue;
        const content = readFileSync(file);
        bytes += content.length;
        expect([name, ofBrokers.filter(({ value }) => content.includes(value))]).toEqual([name, []]);
      }
    }
    expect(bytes).toBeGreaterThan(1_000_000);
  });

  it('are not in the data export of a user', () => {
    expect(exported).toContain('security_log');
    expect(foundIn(exported)).toEqual([]);
  });

  it('are in no frame of the stream', () => {
    expect(frames.join('\n')).toContain('"ready"');
    expect(foundIn(frames.join('\n'))).toEqual([]);
  });
});

describe('the log', () => {
  it('has one JSON object per line for any chosen user name', () => {
    const lines = log.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('[ERROR]'))).toEqual([]);
    for (const line of lines)
      expect(z.looseObject({ level: z.string() }).safeParse(JSON.parse(line)).success).toBe(true);
  });
});

describe.skipIf(!existsSync(join(WEB_ROOT, 'index.html')))('the built web app', () => {
  it('contains no key, no secret setting and no source map', () => {
    const files = readdirSync(WEB_ROOT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(3);
    for (const { parentPath, name } of files) {
      expect(name).not.toMatch(/\.map$/);
      const text = readFileSync(join(parentPath, name), 'latin1');
      const found = text.match(
        /sb_secret_\w+|service_role|-----BEGIN|vigia_bot_[\w-]{20,}|sb_publishable_\w{8,}|eyJ[\w-]{10,}\.eyJ[\w-]+|(?:VIGIA_MASTER_KEY|DATABASE_URL|SMTP_URL|SUPABASE_JWT_SECRET)/g,
      );
      expect([name, found]).toEqual([name, null]);
    }
  });
});
