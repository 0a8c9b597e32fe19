import { afterAll, describe, expect, it } from 'vitest';
import { BackgroundWork } from '#platform/background-work.ts';
import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import type { AuthContext } from '../auth-context.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { signInWithPassword } from '../sign-in-with-password.ts';
import { signUp } from '../sign-up.ts';
import { jsonOf, PASSWORD, startAuthServer } from '../testing.ts';
import { AuthLimits } from '../throttle/auth-limits.ts';
import { createAccessTokens } from '../tokens/access-token.ts';
import { createSigningKeys } from '../tokens/signing-keys.ts';
import { requestRecovery } from './request-recovery.ts';
import { resendLink } from './resend-link.ts';
import { verifyProof } from './verify-proof.ts';

const server = await startAuthServer();
const limited = await startAuthServer({ emailIntervalMs: 60_000 });
afterAll(() => Promise.all([server.close(), limited.close()]));

const UNKNOWN = 'unknown@example.com';
const ORIGIN = { ip: '127.0.0.1', userAgent: null };

/** Returns a database that records the text of each statement before it passes the statement to `db`. */
function watched(db: Database): { readonly db: Database; readonly statements: string[] } {
  const statements: string[] = [];
  const watch = <Handle extends Sql>(sql: Handle): Handle =>
    new Proxy(sql, {
      apply(target, self, args: unknown[]) {
        const [first] = args;
        if (Array.isArray(first) && 'raw' in first) statements.push(first.join('?').replaceAll(/\s+/g, ' '));
        return Reflect.apply(target, self, args);
      },
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'savepoint' || typeof value !== 'function') return value;
        const savepoint: unknown = value;
        return (work: (inner: Transaction) => Promise<unknown>) =>
          Reflect.apply(savepoint as Transaction['savepoint'], target, [(inner: Transaction) => work(watch(inner))]);
      },
    });
  const transaction: Database['transaction'] = (work) => db.transaction((tx) => work(watch(tx)));
  return { statements, db: { sql: watch(db.sql), transaction, isUp: () => db.isUp(), close: () => db.close() } };
}

/** Background work that never runs, because it is not part of the work before a response. */
class NoBackgroundWork extends BackgroundWork {
  override run(): void {}
}

/** Runs a use case and returns the work before its response: SQL statements, and hashed or compared passwords. */
async function workBeforeResponse(act: (context: AuthContext) => Promise<unknown>) {
  const { db, statements } = watched(server.deps.db);
  const hasher = createPasswordHasher('dummy');
  let hashes = 0;
  const context: AuthContext = {
    ...server.deps,
    db,
    tokens: createAccessTokens(createSigningKeys(server.deps), () => server.url),
    hasher: {
      hash: (password) => ((hashes += 1), hasher.hash(password)),
      check: (password, stored) => ((hashes += 1), hasher.check(password, stored)),
    },
    limits: new AuthLimits(new SharedThrottle(db, server.clock), 0),
    background: new NoBackgroundWork(server.deps.log),
  };
  await act(context);
  return { statements, hashes };
}

/** Creates a confirmed account and an unconfirmed one, and returns their addresses. */
async function people() {
  const { email } = await server.newPerson();
  const waiting = server.freshEmail();
  await server.post('/auth/v1/signup', { email: waiting, password: PASSWORD });
  return { email, waiting };
}

describe('the work before a response', () => {
  it('is the same for known and unknown addresses in a failed sign-in', async () => {
    const { email, waiting } = await people();
    const attempt = (address: string) =>
      workBeforeResponse((context) =>
        signInWithPassword(context, { email: address, password: 'not the password' }, ORIGIN),
      );
    const [known, unconfirmed, unknown] = [await attempt(email), await attempt(waiting), await attempt(UNKNOWN)];
    expect(known.hashes).toBe(1);
    expect([unconfirmed, unknown]).toEqual([known, known]);
  });

  it('is the same for known and unknown addresses in a sign-up', async () => {
    const { email, waiting } = await people();
    const attempt = (address: string) =>
      workBeforeResponse((context) =>
        signUp(
          context,
          { email: address, password: PASSWORD, metadata: {}, redirectTo: null, challenge: null },
          ORIGIN,
        ),
      );
    const works = [await attempt(email), await attempt(waiting), await attempt(server.freshEmail())];
    expect(works[0]?.statements.some((statement) => statement.includes('INSERT INTO mail_outbox'))).toBe(true);
    expect([works[1], works[2]]).toEqual([works[0], works[0]]);
  });

  it('is the same for known and unknown addresses in a recovery', async () => {
    const { email, waiting } = await people();
    const attempt = (address: string) =>
      workBeforeResponse((context) =>
        requestRecovery(context, { email: address, redirectTo: null, challenge: null }, ORIGIN),
      );
    const [known, unconfirmed, unknown] = [await attempt(email), await attempt(waiting), await attempt(UNKNOWN)];
    expect(known.statements.some((statement) => statement.includes('INSERT INTO mail_outbox'))).toBe(true);
    expect([unconfirmed, unknown]).toEqual([known, known]);
  });

  it.each(['signup', 'email_change'] as const)(
    'is the same for known and unknown addresses in a resend (%s)',
    async (type) => {
      const { email, waiting } = await people();
      const attempt = (address: string) =>
        workBeforeResponse((context) =>
          resendLink(context, { type, email: address, redirectTo: null, challenge: null }, ORIGIN),
        );
      const [known, unconfirmed, unknown] = [await attempt(email), await attempt(waiting), await attempt(UNKNOWN)];
      expect(known.statements.some((statement) => statement.includes('INSERT INTO mail_outbox'))).toBe(true);
      expect([unconfirmed, unknown]).toEqual([known, known]);
    },
  );

  it('is the same for known and unknown addresses in a verification with wrong digits', async () => {
    const { email, waiting } = await people();
    const attempt = (address: string) =>
      workBeforeResponse((context) => verifyProof(context, { type: 'signup', email: address, digits: 'none' }, ORIGIN));
    const [known, unconfirmed, unknown] = [await attempt(email), await attempt(waiting), await attempt(UNKNOWN)];
    expect([unconfirmed, unknown]).toEqual([known, known]);
  });
});

describe('a response', () => {
  it.each([
    ['token?grant_type=password', {}],
    ['recover', {}],
    ['resend', { type: 'signup' }],
    ['resend', { type: 'email_change' }],
    ['verify', { type: 'signup', token: '000000' }],
    ['verify', { type: 'recovery', token: '000000' }],
  ])('has the same status, body and headers for known and unknown addresses: /%s (%j)', async (path, more) => {
    const { email, waiting } = await people();
    const answers = await Promise.all(
      [email, waiting, UNKNOWN].map(async (address) => {
        const answer = await server.post(`/auth/v1/${path}`, { email: address, password: 'a guess', ...more });
        const names = [...answer.headers.keys()].toSorted();
        return { status: answer.status, names, body: { ...(await jsonOf(answer)), error_id: '' } };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe('the mails to one address', () => {
  const ask = async (path: string, body: object) => {
    const answer = await limited.post(`/auth/v1/${path}`, body);
    const wait = Number(answer.headers.get('retry-after'));
    return [answer.status, answer.ok ? '' : (await jsonOf(answer)).error_code, wait > 0 && wait <= 60];
  };
  const refused = [429, 'over_email_send_rate_limit', true];

  it('have a minimum interval; requests for an unknown address get the same responses', async () => {
    const { email } = await limited.newPerson();
    limited.clock.advance(60_000);
    for (const address of [email, UNKNOWN]) {
      expect(await ask('recover', { email: address })).toEqual([200, '', false]);
      expect(await ask('recover', { email: address.toUpperCase() })).toEqual(refused);
      expect(await ask('resend', { type: 'signup', email: address })).toEqual(refused);
    }
    limited.clock.advance(60_000);
    expect(await ask('recover', { email })).toEqual([200, '', false]);
  });

  it('are at most three for sign-ups; then sign-ups and resends are refused for a while', async () => {
    const email = limited.freshEmail();
    const body = { email, password: PASSWORD };
    for (let n = 0; n < 3; n += 1) expect(await ask('signup', body)).toEqual([200, '', false]);
    expect(await ask('signup', body)).toEqual(refused);
    expect(await ask('resend', { type: 'signup', email })).toEqual(refused);
    const api = await limited.post('/api/v1/auth/signup', body);
    expect([api.status, (await jsonOf(api)).error?.code]).toEqual([429, 'rate_limited']);
  });
});

describe('a client IP address', () => {
  const from = { 'x-forwarded-for': '203.0.113.7' };

  it('may follow thirty links in five minutes, but not thirty-one', async () => {
    const follow = () => limited.call('/auth/v1/verify?token=x&type=signup', { headers: from, redirect: 'manual' });
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await follow()).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 303), 429]);
    expect((await limited.post('/auth/v1/verify', { type: 'signup', token_hash: 'x' }, from)).status).toBe(429);
    limited.clock.advance(10_000);
    expect((await follow()).status).toBe(303);
  });

  it('may request thirty mails in five minutes, but not thirty-one', async () => {
    const ask = (n: number) => limited.post('/auth/v1/recover', { email: `p${n}@example.com` }, from);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await ask(n)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  });

  it('may exchange 150 codes in five minutes, but not 151', async () => {
    const grant = { auth_code: 'x', code_verifier: 'x' };
    const ask = async () => (await limited.post('/auth/v1/token?grant_type=pkce', grant, from)).status;
    const statuses = await Promise.all(Array.from({ length: 151 }, ask));
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 150 }, () => 404), 429]);
  });
});
