import { randomUUID } from 'node:crypto';
import type { BrokerAccount, BrokerCredentials } from '@vigia/broker-kit/port';
import { BrokerStatusView } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { writeLimits } from '../../accounts/limits/testing.ts';
import { fault, startBrokersServer } from '../testing.ts';

const ANA = { email: 'ana@example.com', password: 'CANARY-ana-clave' };
const EVA = { email: 'eva@example.com', password: 'CANARY-eva-clave' };

const server = await startBrokersServer();
const { db, call, newPerson, logged, iqoption, deriv, clock, announced } = server;
afterAll(() => server.close());

/**
 * Returns the accounts of a login. Their ids begin with the name of its owner, so two logins never share an account.
 */
function accountsOf(credentials: BrokerCredentials): readonly BrokerAccount[] {
  const name = credentials.kind === 'password' ? credentials.email.slice(0, 3) : 'tok';
  return [
    { accountId: `${name}-D`, kind: 'demo', currency: 'USD', balanceMinor: minorUnits(10_000_00) },
    { accountId: `${name}-R`, kind: 'real', currency: 'USD', balanceMinor: minorUnits(250_00) },
  ];
}

beforeEach(() => {
  iqoption.onConnect = () => ({ ok: true, value: null });
  iqoption.accountsOf = accountsOf;
  // An hour later the sign-in limits of earlier tests have expired.
  clock.advance(3_600_000);
});

const connect = (token: string, body: object) => call(token, 'POST', 'connect/iqoption', body);
const save = (token: string, broker = 'iqoption') => call(token, 'POST', `logins/${broker}/save`);
const use = (token: string, id: string) => call(token, 'POST', 'logins/iqoption/use', { login_id: id });
const statusOf = async (token: string) => BrokerStatusView.parse(await call(token, 'GET', 'status/iqoption'));
const savedOf = async (token: string) => (await statusOf(token)).saved_logins;
const idOf = async (token: string, hint: string): Promise<string> => {
  const found = (await savedOf(token)).find((login) => login.hint === hint);
  if (found === undefined) throw new Error(`no saved login ${hint}`);
  return found.id;
};

/** Signs the user in at Deriv on its own page. */
async function consentOf(token: string): Promise<void> {
  const { data } = await call(token, 'POST', 'consent/deriv');
  const state = new URL(data?.url ?? '').searchParams.get('state');
  expect((await call(token, 'POST', 'consent/deriv/finish', { code: 'x', state })).status).toBe(200);
}

/** Creates a user who uses the login of Eva and has saved the login of Ana. */
async function personWithTwo(how: Parameters<typeof newPerson>[0] = {}) {
  const person = await newPerson(how);
  await connect(person.token, ANA);
  await save(person.token);
  await connect(person.token, EVA);
  return person;
}

/** Stores an open trade of the user at the broker. */
async function openTrade(userId: string): Promise<void> {
  const [account] = await db.sql<{ id: string }[]>`
    SELECT id FROM accounts WHERE user_id = ${userId} AND broker = 'iqoption' LIMIT 1`;
  const now = new Date(clock.now());
  await db.sql`
    INSERT INTO trades ${db.sql.row({
      id: randomUUID(),
      user_id: userId,
      account_id: account?.id ?? null,
      broker: 'iqoption',
      account: 'demo',
      currency: 'USD',
      broker_account: 'eva-D',
      send_by: now,
      status: 'active',
      mode: 'iqoption_demo',
      origin: 'manual',
      source: 'iqoption',
      symbol: 'EURUSD',
      direction: 'CALL',
      duration_min: 5,
      stake_minor: 1_000,
      payout_bp: 8_500,
      entry_price: 1.1,
      entry_tick_ms: now.getTime(),
      entry_time: now,
      created_at: now,
      expiry_time: new Date(now.getTime() + 300_000),
      execution: 'confirmed',
    })}`;
}

describe('a login that is saved', () => {
  it('ends its session, and the user can then sign in with another login, which has other accounts', async () => {
    const { token, userId } = await newPerson();
    await connect(token, ANA);
    const first = iqoption.last;
    expect(await save(token)).toMatchObject({
      status: 200,
      message: 'Tu acceso a IQ Option quedó guardado. Entra con el otro.',
      connection_status: 'disconnected',
      is_active: false,
      has_valid_credentials: false,
      saved_logins: [{ label: null, kind: 'password', hint: 'a…@example.com' }],
    });
    expect(first.closed).toBe('keep');
    expect(await db.sql`SELECT is_wanted, login_mark FROM broker_connections WHERE user_id = ${userId}`).toEqual([
      { is_wanted: false, login_mark: null },
    ]);
    expect(await connect(token, EVA)).toMatchObject({ account_info: { account_id: 'eva-D' } });
    expect(await logged(userId)).toEqual([
      'broker_connected',
      'broker_disconnected',
      'broker_login_replaced',
      'broker_connected',
    ]);
  });

  it('is stored as bytes that reveal nothing, and cannot be decrypted from the row of another login or user', async () => {
    const [one, other] = [await personWithTwo(), await personWithTwo()];
    const rows = await db.sql<
      { sealed: Buffer }[]
    >`SELECT sealed FROM broker_saved_logins WHERE user_id = ${one.userId}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed.toString('latin1')).not.toMatch(/CANARY|ana@/);
    await db.sql`
      UPDATE broker_saved_logins SET sealed = (SELECT sealed FROM broker_saved_logins WHERE user_id = ${one.userId})
      WHERE user_id = ${other.userId}`;
    const sessions = iqoption.sessions.length;
    const refused = await use(other.token, await idOf(other.token, 'a…@example.com'));
    expect([refused.error?.code, iqoption.sessions.length]).toEqual(['broker_credentials_unreadable', sessions]);
  });

  it('cannot be decrypted from the row of another login of its user', async () => {
    const { token, userId } = await personWithTwo();
    await save(token);
    await db.sql`
      UPDATE broker_saved_logins s SET sealed = o.sealed FROM broker_saved_logins o
      WHERE s.user_id = ${userId} AND o.user_id = ${userId} AND o.id <> s.id`;
    expect((await use(token, await idOf(token, 'a…@example.com'))).error?.code).toBe('broker_credentials_unreadable');
  });

  it('exists once: a sign-in with its address removes it from the saved logins and gives its name to the login in use', async () => {
    const { token } = await personWithTwo();
    const id = await idOf(token, 'a…@example.com');
    await call(token, 'POST', 'logins/iqoption/label', { login_id: id, label: 'Conservadora' });
    await save(token);
    expect(await connect(token, ANA)).toMatchObject({ connection_info: { credential_label: 'Conservadora' } });
    expect((await savedOf(token)).map(({ hint }) => hint)).toEqual(['e…@example.com']);
    await save(token);
    const saved = (await savedOf(token)).map(({ hint, label }) => [hint, label]).toSorted();
    expect(saved).toEqual([
      ['a…@example.com', 'Conservadora'],
      ['e…@example.com', null],
    ]);
  });

  it('keeps its name while it is in use, also if its password is entered again', async () => {
    const { token } = await newPerson();
    await connect(token, ANA);
    await call(token, 'POST', 'logins/iqoption/label', { label: 'Conservadora' });
    await call(token, 'POST', 'disconnect/iqoption');
    expect(await connect(token, { ...ANA, password: 'otra clave' })).toMatchObject({
      connection_info: { credential_label: 'Conservadora' },
    });
    await call(token, 'POST', 'disconnect/iqoption');
    expect(await connect(token, EVA)).toMatchObject({ connection_info: { credential_label: null } });
  });

  it('is refused as the fifth saved login of a user at a broker', async () => {
    const { token } = await newPerson();
    for (const name of ['a1', 'b2', 'c3', 'd4']) {
      await connect(token, { ...ANA, email: `${name}@example.com` });
      expect((await save(token)).status).toBe(200);
    }
    await connect(token, EVA);
    expect((await save(token)).error?.code).toBe('broker_logins_full');
    expect(await statusOf(token)).toMatchObject({ connection_status: 'connected' });
    clock.advance(3_600_000);
    expect((await use(token, await idOf(token, 'a…@example.com'))).status).toBe(200);
    expect(await savedOf(token)).toHaveLength(4);
  });

  it('is refused without stored credentials, and for OAuth tokens', async () => {
    const { token } = await newPerson();
    expect((await save(token)).error?.code).toBe('broker_credentials_missing');
    await consentOf(token);
    expect((await save(token, 'deriv')).error?.code).toBe('broker_consent_not_saved');
    expect(deriv.last.closed).toBeNull();
  });

  it('is wiped on request, with the key of the user after the last login', async () => {
    const { token, userId } = await personWithTwo();
    const id = await idOf(token, 'a…@example.com');
    expect(await call(token, 'POST', 'logins/iqoption/forget', { login_id: id })).toMatchObject({ saved_logins: [] });
    expect((await call(token, 'POST', 'logins/iqoption/forget', { login_id: id })).error?.code).toBe(
      'broker_login_unknown',
    );
    expect(await statusOf(token)).toMatchObject({ connection_status: 'connected' });
    const keys = async () => (await db.sql`SELECT 1 FROM user_data_keys WHERE user_id = ${userId}`).length;
    await save(token);
    expect(await keys()).toBe(1);
    await call(token, 'POST', 'logins/iqoption/forget', { login_id: await idOf(token, 'e…@example.com') });
    expect(await keys()).toBe(0);
  });

  it('stays readable after the credentials in use are forgotten', async () => {
    const { token } = await personWithTwo();
    await call(token, 'DELETE', 'credentials/iqoption');
    expect(await use(token, await idOf(token, 'a…@example.com'))).toMatchObject({
      account_info: { account_id: 'ana-D' },
    });
  });
});

describe('a saved login that is used', () => {
  it('replaces an OAuth sign-in, whose tokens are wiped', async () => {
    const { token, userId } = await newPerson();
    await call(token, 'POST', 'connect/deriv', { api_token: 'pat_abcdefghijkl' });
    await save(token, 'deriv');
    await consentOf(token);
    const consented = deriv.last;
    const [row] = await db.sql<{ id: string }[]>`SELECT id FROM broker_saved_logins WHERE user_id = ${userId}`;
    expect(await call(token, 'POST', 'logins/deriv/use', { login_id: row?.id })).toMatchObject({
      connection_info: { credential_kind: 'api_token', credential_hint: '…ijkl' },
      saved_logins: [],
    });
    expect(consented.closed).toBe('forget');
  });

  it('replaces the login in use, which is saved with its name', async () => {
    const { token } = await personWithTwo();
    await call(token, 'POST', 'logins/iqoption/label', { label: 'Arriesgada' });
    const second = iqoption.last;
    expect(await use(token, await idOf(token, 'a…@example.com'))).toMatchObject({
      status: 200,
      message: 'Conectado a IQ Option con el otro acceso.',
      connection_status: 'connected',
      account_info: { account_id: 'ana-D' },
      connection_info: { credential_hint: 'a…@example.com', credential_label: null },
      saved_logins: [{ label: 'Arriesgada', hint: 'e…@example.com' }],
    });
    expect([second.closed, iqoption.last.credentials]).toEqual(['keep', { kind: 'password', ...ANA }]);
    expect(announced.at(-1)).toEqual({ kind: 'broker_credentials_stored', broker: 'iqoption' });
  });

  it('is reopened after a restart', async () => {
    const { token, userId } = await personWithTwo();
    await use(token, await idOf(token, 'a…@example.com'));
    const [row] = await db.sql<{ hint: string; is_wanted: boolean }[]>`
      SELECT hint, is_wanted FROM broker_credentials JOIN broker_connections USING (user_id, broker)
      WHERE user_id = ${userId}`;
    expect(row).toEqual({ hint: 'a…@example.com', is_wanted: true });
  });

  it('starts on its demo account, even if real money was used before', async () => {
    const { token, userId } = await personWithTwo({ aal: 'aal2' });
    await db.sql`
      UPDATE user_settings SET adult_declared_at = now(), country = 'MX', country_declared_at = now()
      WHERE user_id = ${userId}`;
    await writeLimits(db.sql, userId, { daily_loss_limit_minor: 5_000 }, 'real');
    const real = { account_type: 'real', confirm: REAL_MONEY_PHRASE };
    expect(await call(token, 'POST', 'account/iqoption', real)).toMatchObject({ current_account_type: 'real' });
    expect(await use(token, await idOf(token, 'a…@example.com'))).toMatchObject({
      current_account_type: 'demo',
      account_info: { account_id: 'ana-D' },
    });
  });

  it('is refused while a trade at the broker is open, and then nothing changes', async () => {
    const { token, userId } = await personWithTwo();
    await openTrade(userId);
    const session = iqoption.last;
    const id = await idOf(token, 'a…@example.com');
    expect([(await use(token, id)).error?.code, (await save(token)).error?.code]).toEqual([
      'broker_login_busy',
      'broker_login_busy',
    ]);
    expect([session.closed, iqoption.last]).toEqual([null, session]);
    await db.sql`
      UPDATE trades SET status = 'won', profit_minor = 850, settled_at = now(), settle_price = 1.2, settle_tick_ms = 0
      WHERE user_id = ${userId}`;
    expect((await use(token, id)).status).toBe(200);
  });

  it('is refused if an order was written while the session ended, and the session is opened again', async () => {
    const { token, userId } = await personWithTwo();
    const id = await idOf(token, 'a…@example.com');
    const session = iqoption.last;
    const close = session.close.bind(session);
    session.close = async (how) => {
      await openTrade(userId);
      await close(how);
    };
    expect((await use(token, id)).error?.code).toBe('broker_login_busy');
    expect(await statusOf(token)).toMatchObject({
      connection_status: 'connected',
      account_info: { account_id: 'eva-D' },
      saved_logins: [{ hint: 'a…@example.com' }],
    });
  });

  it('does not wipe a login in use that cannot be read', async () => {
    const { token, userId } = await personWithTwo();
    await db.sql`UPDATE broker_credentials SET sealed = set_bit(sealed, 300, 1 - get_bit(sealed, 300))
      WHERE user_id = ${userId}`;
    expect((await use(token, await idOf(token, 'a…@example.com'))).error?.code).toBe('broker_credentials_unreadable');
    expect(await db.sql`SELECT 1 FROM broker_credentials WHERE user_id = ${userId}`).toHaveLength(1);
  });

  it('is replaced by the former login if the broker refuses it, and both logins are kept', async () => {
    const { token } = await personWithTwo();
    iqoption.onConnect = ({ credentials }) =>
      credentials.kind === 'password' && credentials.email === ANA.email
        ? fault('auth_invalid')
        : { ok: true, value: null };
    expect((await use(token, await idOf(token, 'a…@example.com'))).error?.code).toBe('broker_auth_invalid');
    expect(await statusOf(token)).toMatchObject({
      connection_status: 'connected',
      account_info: { account_id: 'eva-D' },
      saved_logins: [{ hint: 'a…@example.com' }],
    });
  });

  it('can wait for a code of the broker', async () => {
    const { token } = await personWithTwo();
    iqoption.onConnect = () => fault('auth_2fa_required');
    expect((await use(token, await idOf(token, 'a…@example.com'))).error?.code).toBe('broker_code_required');
    expect(await call(token, 'POST', 'code/iqoption', { code: '123456' })).toMatchObject({
      connection_status: 'connected',
      account_info: { account_id: 'ana-D' },
      saved_logins: [{ hint: 'e…@example.com' }],
    });
  });
});

describe("another user's saved login", () => {
  it('is unknown to every action', async () => {
    const [owner, other] = [await personWithTwo(), await newPerson()];
    const id = await idOf(owner.token, 'a…@example.com');
    const body = { login_id: id, label: 'Mía' };
    const codes = [
      await use(other.token, id),
      await call(other.token, 'POST', 'logins/iqoption/forget', { login_id: id }),
      await call(other.token, 'POST', 'logins/iqoption/label', body),
    ].map(({ error }) => error?.code);
    expect(codes).toEqual(['broker_login_unknown', 'broker_login_unknown', 'broker_login_unknown']);
    expect(await savedOf(other.token)).toEqual([]);
    expect((await savedOf(owner.token)).map(({ label }) => label)).toEqual([null]);
  });
});
