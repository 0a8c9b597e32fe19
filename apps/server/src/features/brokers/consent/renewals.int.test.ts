import type { BrokerFault, ConsentTokens } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fault, startBrokersServer } from '../testing.ts';
import { FakeConsent, TOKEN_LIFE_MS, testTokensOf } from './testing-consent.ts';

/** Tokens are renewed five minutes before they expire. A renewal that failed temporarily is repeated after 30 s. */
const DUE_MS = TOKEN_LIFE_MS - 5 * 60_000;
const AGAIN_MS = 30_000;

const server = await startBrokersServer();
const { call, newPerson, deriv, clock, db, background } = server;
const consent = deriv.consent ?? new FakeConsent();
afterAll(() => server.close());

/** A second server process on the same database. */
let next = server.make();
beforeEach(async () => {
  await db.sql`DELETE FROM broker_connections`;
  await db.sql`DELETE FROM broker_credentials`;
  next = server.make();
  deriv.onConnect = () => ok(null);
  consent.onRenew = (nowMs) => ok(testTokensOf('next', nowMs));
  clock.advance(3_600_000);
  await background.idle();
  consent.renewed.length = 0;
});
afterEach(() => next.end());

const refused = (kind: BrokerFault['kind']) => () => err({ kind, detail: 'scripted' });

async function signedIn() {
  const person = await newPerson();
  const { data } = await call(person.token, 'POST', 'consent/deriv');
  const state = new URL(data?.url ?? '').searchParams.get('state') ?? '';
  await call(person.token, 'POST', 'consent/deriv/finish', { code: 'code', state });
  const status = () => call(person.token, 'GET', 'status/deriv');
  return { ...person, session: deriv.last, status, sinceMs: clock.now() };
}
/** Advances the clock and runs all due work. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await background.idle();
}
/** Ends the sessions of the first process and opens those of a second one. */
async function restart(afterMs: number): Promise<void> {
  await server.brokers.end();
  clock.advance(afterMs);
  await next.run();
  await pass(1_000);
}

describe('OAuth tokens', () => {
  it('are renewed before they expire, stored, and passed to the open session', async () => {
    const { session, status } = await signedIn();
    await pass(DUE_MS - 1);
    expect(consent.renewed).toEqual([]);
    await pass(1);
    expect(consent.renewed).toEqual([
      { refreshToken: 'CANARY-refresh-first', client: expect.objectContaining({ clientId: 'vigia' }) },
    ]);
    expect(session.renewed).toEqual([testTokensOf('next', clock.now())]);
    expect(session.closed).toBeNull();
    expect(await status()).toMatchObject({ connection_status: 'connected' });
    await pass(DUE_MS);
    expect(consent.renewed.map(({ refreshToken }) => refreshToken).at(-1)).toBe('CANARY-refresh-next');
    await pass(1_000);
    await server.brokers.end();
    await next.run();
    await pass(1_000);
    expect(deriv.last.credentials).toMatchObject({ accessToken: 'CANARY-access-next' });
    await next.end();
    await server.brokers.run();
  });

  it('stay stored if a renewal fails because of the network, and are renewed half a minute later', async () => {
    const { session, status } = await signedIn();
    consent.onRenew = refused('network');
    await pass(DUE_MS);
    expect(session.renewed).toEqual([]);
    expect(await status()).toMatchObject({ connection_status: 'connected', has_valid_credentials: true });
    consent.onRenew = (nowMs) => ok(testTokensOf('next', nowMs));
    await pass(AGAIN_MS);
    expect(consent.renewed.map(({ refreshToken }) => refreshToken)).toEqual([
      'CANARY-refresh-first',
      'CANARY-refresh-first',
    ]);
    expect(session.renewed).toHaveLength(1);
  });

  it('end the connection if the broker refuses to renew them, and no further attempt follows', async () => {
    const { session, status } = await signedIn();
    consent.onRenew = refused('auth_invalid');
    await pass(DUE_MS);
    expect(session.closed).toBe('keep');
    expect(await status()).toMatchObject({
      connection_status: 'error',
      connection_info: { credential_kind: 'oauth', error_code: 'broker_auth_invalid' },
      has_valid_credentials: false,
    });
    await pass(3_600_000);
    expect(consent.renewed).toHaveLength(1);
  });

  it('are renewed before a session opens, if they have expired meanwhile', async () => {
    await signedIn();
    await restart(TOKEN_LIFE_MS + 1);
    expect(consent.renewed).toHaveLength(1);
    expect(deriv.last.credentials).toMatchObject({ accessToken: 'CANARY-access-next' });
    await next.end();
    await server.brokers.run();
  });

  it('lead to a status with the refusal, even if the broker refused them while no session was open', async () => {
    const { userId } = await signedIn();
    consent.onRenew = refused('auth_invalid');
    await restart(TOKEN_LIFE_MS + 1);
    const status = (await next.statuses(userId)).find(({ broker }) => broker === 'deriv');
    expect(status).toMatchObject({
      connection_status: 'error',
      connection_info: { error_code: 'broker_auth_invalid' },
      has_valid_credentials: false,
    });
    await next.end();
    await server.brokers.run();
  });

  it('are renewed when the broker reports the access token as expired, and the session is opened again', async () => {
    const { session, sinceMs } = await signedIn();
    consent.onRenew = refused('network');
    await pass(TOKEN_LIFE_MS);
    expect(clock.now() - sinceMs).toBe(TOKEN_LIFE_MS);
    consent.onRenew = (nowMs) => ok(testTokensOf('next', nowMs));
    const ended = fault('session_expired');
    if (!ended.ok) session.turn({ status: 'failed', fault: ended.error });
    await background.idle();
    await pass(2_000);
    expect(deriv.last).not.toBe(session);
    expect(deriv.last.credentials).toMatchObject({ accessToken: 'CANARY-access-next' });
  });

  it('are renewed by one process at a time, and a stopped renewal delays the others by 30 s', async () => {
    const { userId } = await signedIn();
    let answer: (late: Result<ConsentTokens, BrokerFault>) => void = () => undefined;
    consent.onRenew = () => new Promise((resolve) => (answer = resolve));
    clock.advance(DUE_MS);
    await expect.poll(() => consent.renewed.length).toBe(1);
    await next.run();
    clock.advance(1_000);
    await expect.poll(async () => statusAt(userId)).toBe('connecting');
    expect(consent.renewed).toHaveLength(1);
    consent.onRenew = (nowMs) => ok(testTokensOf('other', nowMs));
    const againMs = clock.now() + AGAIN_MS;
    const aMomentLater = () => {
      clock.advance(500);
      return statusAt(userId);
    };
    await expect.poll(aMomentLater, { timeout: 20_000 }).toBe('connected');
    expect(clock.now()).toBeGreaterThanOrEqual(againMs - 1_000);
    expect(consent.renewed).toHaveLength(2);
    answer(ok(testTokensOf('late', clock.now())));
    await background.idle();
    await next.end();
    next = server.make();
    await next.run();
    await pass(1_000);
    expect(deriv.last.credentials, 'a late answer replaces no newer tokens').toMatchObject({
      accessToken: 'CANARY-access-other',
    });
  });
});

const statusAt = async (userId: string) =>
  (await next.statuses(userId)).find(({ broker }) => broker === 'deriv')?.connection_status ?? null;
