import type { BrokerContract } from '@vigia/broker-kit/port';
import { epochMs, err, minorUnits, ok, ratio } from '@vigia/core/kernel';
import { REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { ACCOUNT_CHOSEN } from '../accounts/index.ts';
import { writeLimits } from '../accounts/limits/testing.ts';
import { insertStrategy } from '../graduation/testing.ts';
import { accountsWith, fault, startBrokersServer } from './testing.ts';
import { BROKER_ACCOUNTS_CHANGED, BROKER_CONNECTED, BROKER_CONTRACT, BROKER_STATUS_CHANGED } from './topics.ts';

const LOGIN = { email: 'ana@example.com', password: 'CANARY-clave-de-ana' };
const server = await startBrokersServer();
const { call, newPerson, iqoption, quotex, deriv, clock, brokers, db, bus, logged, accounts } = server;
afterAll(() => server.close());

beforeEach(() => {
  for (const broker of [iqoption, quotex, deriv]) {
    broker.onConnect = () => ok(null);
    broker.onWrongCode = 'auth_invalid';
    broker.accountsOf = () => accountsWith(10_000_00);
  }
  // After an hour, the sign-in limits used up by earlier tests have expired.
  clock.advance(3_600_000);
});

const connect = (token: string, broker = 'iqoption', body: object = LOGIN) =>
  call(token, 'POST', `connect/${broker}`, body);

async function readyForReal(userId: string): Promise<void> {
  await db.sql`
    UPDATE user_settings SET adult_declared_at = now(), country = 'MX', country_declared_at = now()
    WHERE user_id = ${userId}`;
  await writeLimits(db.sql, userId, { daily_loss_limit_minor: 5_000 }, 'real');
}

const contractBegunAt = (openedAtMs: number): BrokerContract => ({
  contractId: 'C-7',
  orderId: null,
  accountId: 'D1',
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: minorUnits(100),
  payoutRatio: ratio(0.85),
  entryPrice: 1.1,
  entryTickMs: epochMs(openedAtMs),
  openedAtMs: epochMs(openedAtMs),
  expiryMs: epochMs(openedAtMs),
  result: null,
});

describe('a sign-in at a broker', () => {
  it('stores working credentials and returns the status of the connection', async () => {
    const { token, userId } = await newPerson();
    const answer = await connect(token);
    expect(answer).toMatchObject({
      status: 200,
      success: true,
      message: 'Conectado a IQ Option.',
      broker: 'iqoption',
      connection_status: 'connected',
      is_active: true,
      current_account_type: 'demo',
      last_error_message: null,
      has_valid_credentials: true,
      account_info: { account_id: 'D1', current_balance: 10_000, currency: 'USD' },
      connection_info: {
        credential_kind: 'password',
        credential_hint: 'a…@example.com',
        code_required: false,
        clock_offset_ms: -42,
        round_trip_ms: 118,
      },
    });
    expect(iqoption.last.credentials).toEqual({ kind: 'password', ...LOGIN });
    expect(answer.text).not.toContain('CANARY');
    expect(await logged(userId)).toEqual(['broker_connected']);
    expect(await accounts.choice(db.sql, userId)).toEqual({ broker: 'iqoption', kind: 'demo' });
  });

  it('dates the broker’s option contracts by the server’s clock, even if the broker’s clock is ten minutes ahead', async () => {
    const { token, userId } = await newPerson();
    await connect(token);
    const openedMs: number[] = [];
    const cancel = bus.subscribe(BROKER_CONTRACT, (message) => {
      if (message.userId === userId) openedMs.push(message.contract.openedAtMs);
    });
    iqoption.last.offsetMs = 600_137;
    iqoption.last.listener.onContract(contractBegunAt(clock.now() + 600_000));
    cancel();
    expect(openedMs).toEqual([clock.now()]);
  });

  it('gives the chosen account its real currency at once, so no empty account in dollars appears', async () => {
    const { token, userId } = await newPerson();
    const before = iqoption.accountsOf;
    iqoption.accountsOf = () => accountsWith(1_500).map((account) => ({ ...account, currency: 'CLP' as const }));
    await connect(token);
    iqoption.accountsOf = before;
    expect(await accounts.purses(db.sql, userId)).toEqual([
      { kind: 'mock', currency: 'USD' },
      { kind: 'demo', currency: 'CLP' },
    ]);
    expect(await accounts.currentPurse(db.sql, userId)).toEqual({ kind: 'demo', currency: 'CLP' });
  });

  it('publishes the connection with its accounts and option contracts', async () => {
    const { token, userId } = await newPerson();
    const heard: unknown[] = [];
    const cancels = [
      bus.subscribe(BROKER_CONNECTED, (message) => heard.push(['connected', message])),
      bus.subscribe(BROKER_ACCOUNTS_CHANGED, (message) => heard.push(['accounts', message.accounts.length])),
      bus.subscribe(BROKER_STATUS_CHANGED, ({ status }) => heard.push(status.connection_status)),
      bus.subscribe(BROKER_CONTRACT, ({ contract }) => heard.push(contract.contractId)),
    ];
    iqoption.onConnect = () => server.background.idle().then(() => ok(null));
    await connect(token);
    iqoption.last.listener.onContract(contractBegunAt(clock.now()));
    for (const cancel of cancels) cancel();
    expect(heard).toContainEqual(['connected', { userId, brokerId: 'iqoption' }]);
    expect(heard).toContainEqual(['accounts', 2]);
    expect(heard).toContain('connecting');
    expect(heard.filter((one) => typeof one === 'string').at(-2)).toBe('connected');
    expect(heard.at(-1)).toBe('C-7');
  });

  it.each([
    ['auth_invalid', 422, 'broker_auth_invalid', 'IQ Option no aceptó esas credenciales.'],
    ['auth_challenge', 409, 'broker_challenge', 'IQ Option pide una comprobación que solo puedes pasar en su página'],
    ['clients_refused', 409, 'broker_clients_refused', 'IQ Option ahora no deja entrar a otros programas.'],
    ['session_expired', 409, 'broker_session_expired', 'Tu sesión en IQ Option caducó'],
    ['rate_limited', 429, 'broker_rate_limited', 'IQ Option pide esperar'],
  ] as const)('reports the failure %s and stores nothing', async (kind, status, code, message) => {
    const { token, userId } = await newPerson();
    iqoption.onConnect = () => fault(kind);
    const answer = await connect(token);
    expect(answer).toMatchObject({ status, success: false, error: { code }, connection_status: 'error' });
    expect(answer.message).toContain(message);
    expect(answer.detail).toBe(answer.message);
    expect(answer).toMatchObject({ last_error_message: answer.message, has_valid_credentials: false });
    expect(await db.sql`SELECT 1 FROM broker_credentials WHERE user_id = ${userId}`).toEqual([]);
    expect(iqoption.last.closed).toBe('keep');
  });

  it('reports a challenge with the error code broker_challenge_elsewhere if the broker accepts no browser session', async () => {
    const { token } = await newPerson();
    deriv.onConnect = () => fault('auth_challenge');
    const answer = await connect(token, 'deriv', { api_token: 'pat_123456789012' });
    expect(answer).toMatchObject({ status: 409, error: { code: 'broker_challenge_elsewhere' } });
  });

  it('reports the outgoing proxy as the cause if the proxy does not connect', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = () => fault('proxy_failed');
    const answer = await connect(token);
    expect(answer).toMatchObject({ status: 503, error: { code: 'broker_proxy_failed' } });
    expect(answer.message).toContain('El proxy de salida no responde o no deja llegar a IQ Option.');
  });

  it('reports a fixed message if the broker does not answer', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = () => fault('network');
    deriv.onConnect = () => fault('network');
    expect(await connect(token)).toMatchObject({ status: 503, success: false, detail: 'Error conectando a iqoption' });
    expect(await connect(token, 'deriv', { api_token: 'pat_123456789012' })).toMatchObject({
      detail: 'Error conectando a Deriv',
    });
  });

  it('does not show any part of a short secret', async () => {
    const { token } = await newPerson();
    const answer = await connect(token, 'deriv', { api_token: 'corto' });
    expect(answer).toMatchObject({ connection_info: { credential_kind: 'api_token', credential_hint: null } });
  });

  it('times out before the HTTP client does', async () => {
    const { token } = await newPerson();
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    iqoption.onConnect = () => {
      begun();
      return new Promise(() => undefined);
    };
    const asked = connect(token);
    await isBegun;
    expect((await connect(token)).error?.code).toBe('broker_busy');
    clock.advance(25_000);
    expect((await asked).error?.code).toBe('broker_unreachable');
  });

  it('reports an ordinary failure if the adapter throws, and delays no other request', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = () => {
      throw new TypeError(`cannot read ${LOGIN.password}`);
    };
    const answer = await connect(token);
    expect(answer).toMatchObject({ status: 503, error: { code: 'broker_failed' }, connection_status: 'error' });
    expect(server.log()).toContain('an adapter failed while it signed in');
    expect(server.log()).not.toContain(LOGIN.password);
  });

  it('refuses an unknown broker with the fixed message', async () => {
    const { token } = await newPerson();
    const answer = await connect(token, 'etoro');
    expect(answer).toMatchObject({ status: 404, success: false, detail: 'Unknown broker: etoro' });
    expect(answer.error).toMatchObject({ code: 'broker_unknown', message: 'No conocemos el bróker etoro.' });
  });

  it('is refused for an incomplete form or for credentials that the broker does not accept', async () => {
    const { token } = await newPerson();
    const half = await connect(token, 'iqoption', { email: 'ana@example.com' });
    expect(half).toMatchObject({ status: 422, error: { code: 'validation_failed', details: [{ path: 'password' }] } });
    expect((await connect(token, 'iqoption', { api_token: 'x'.repeat(20) })).error?.code).toBe(
      'broker_form_unsupported',
    );
    expect((await connect(token, 'iqoption', {})).error?.code).toBe('broker_credentials_missing');
    expect((await connect(token, 'iqoption', { session_token: 'a\r\nHost: evil' })).error?.code).toBe(
      'validation_failed',
    );
  });

  it('refuses an anonymous user', async () => {
    const { token } = await newPerson({ isAnonymous: true });
    expect((await connect(token)).error?.code).toBe('anonymous_not_allowed');
  });

  it('is also possible through the separate route of IQ Option', async () => {
    const { token } = await newPerson();
    const answer = await call(token, 'POST', '/api/v1/trading/credentials/iqoption', LOGIN);
    expect(answer).toMatchObject({ status: 200, success: true, connection_status: 'connected' });
  });

  it('by a bot requires the scope `connections`', async () => {
    const reader = await newPerson({ scopes: ['read', 'trade', 'pcr'] });
    expect((await connect(reader.token)).error?.code).toBe('insufficient_scope');
    const keeper = await newPerson({ scopes: ['connections'] });
    expect((await connect(keeper.token)).status).toBe(200);
  });
});

describe('a sign-in code', () => {
  it('completes the sign-in', async () => {
    const { token, userId } = await newPerson();
    iqoption.onConnect = () => fault('auth_2fa_required');
    const asked = await connect(token);
    expect(asked).toMatchObject({
      status: 409,
      success: false,
      connection_status: 'connecting',
      error: { code: 'broker_code_required' },
      connection_info: { code_required: true },
    });
    expect(await db.sql`SELECT 1 FROM broker_credentials WHERE user_id = ${userId}`).toEqual([]);
    const done = await call(token, 'POST', 'code/iqoption', { code: '123456' });
    expect(done).toMatchObject({ status: 200, connection_status: 'connected', has_valid_credentials: true });
  });

  it('ends the attempt if it is wrong, and is refused if the broker has not requested a code', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = () => fault('auth_2fa_required');
    await connect(token);
    expect((await call(token, 'POST', 'code/iqoption', { code: '999999' })).error?.code).toBe('broker_code_invalid');
    expect((await call(token, 'POST', 'code/iqoption', { code: '123456' })).error?.code).toBe('broker_code_unexpected');
  });

  it('does not mark the stored credentials as refused if it is wrong', async () => {
    const { token } = await newPerson();
    await connect(token);
    await call(token, 'POST', 'disconnect/iqoption');
    iqoption.onConnect = () => fault('auth_2fa_required');
    await connect(token, 'iqoption', {});
    const wrong = await call(token, 'POST', 'code/iqoption', { code: '000000' });
    expect(wrong).toMatchObject({ error: { code: 'broker_code_invalid' }, has_valid_credentials: true });
  });

  it('is reported as wrong, and the attempt stays open, if the broker then requests another code', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = () => fault('auth_2fa_required');
    iqoption.onWrongCode = 'auth_2fa_required';
    await connect(token);
    const wrong = await call(token, 'POST', 'code/iqoption', { code: '000000' });
    expect(wrong).toMatchObject({
      status: 422,
      error: {
        code: 'broker_code_invalid',
        message: 'IQ Option no aceptó ese código. Escribe el último que te envió.',
      },
      connection_status: 'connecting',
      connection_info: { code_required: true },
    });
    expect((await call(token, 'POST', 'code/iqoption', { code: '123456' })).status).toBe(200);
  });

  it('expires if it is not entered in time', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = () => fault('auth_2fa_required');
    await connect(token);
    clock.advance(10 * 60_000);
    expect(await call(token, 'GET', 'status/iqoption')).toMatchObject({ connection_status: 'error' });
    expect(iqoption.last.closed).toBe('keep');
  });
});

describe('sign-in attempts', () => {
  it('are limited per user, so that no broker locks the account', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = () => fault('auth_invalid');
    const logins = Array.from({ length: 6 }, (_, n) => ({ ...LOGIN, email: `ana${n}@example.com` }));
    const before = iqoption.sessions.length;
    const codes = [];
    for (const login of logins) codes.push((await connect(token, 'iqoption', login)).error?.code);
    expect(codes).toEqual([...Array(5).fill('broker_auth_invalid'), 'broker_throttled']);
    expect(iqoption.sessions.length - before).toBe(5);
  });

  it('are limited per login, across users', async () => {
    iqoption.onConnect = () => fault('auth_invalid');
    const login = { ...LOGIN, email: 'victima@example.com' };
    const codes = [];
    for (let n = 0; n < 9; n += 1) {
      const { token } = await newPerson();
      codes.push((await connect(token, 'iqoption', login)).error?.code);
    }
    expect(codes.at(-2)).toBe('broker_auth_invalid');
    expect(codes.at(-1)).toBe('broker_throttled');
  });

  it('wait as long as the broker requires', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = () => fault('auth_rate_limited', { retryAfterMs: 90_000 });
    const first = await connect(token);
    expect([first.status, first.headers['retry-after']]).toEqual([429, '90']);
    iqoption.onConnect = () => ok(null);
    const second = await connect(token);
    expect(second).toMatchObject({
      status: 429,
      error: { code: 'broker_throttled' },
      headers: { 'retry-after': '90' },
    });
    expect(second).toMatchObject({ connection_info: { retry_at: new Date(clock.now() + 90_000).toISOString() } });
    clock.advance(90_000);
    expect((await connect(token)).status).toBe(200);
  });

  it('do not count if they succeed', async () => {
    const { token } = await newPerson();
    for (let n = 0; n < 7; n += 1) {
      expect((await connect(token)).status).toBe(200);
      await call(token, 'POST', 'disconnect/iqoption');
    }
  });
});

describe('the active broker', () => {
  const statuses = async (token: string) => {
    const answer = await call(token, 'GET', 'status');
    return { active: answer.active_broker, top: answer.broker };
  };

  it('is the first connected broker; if it disconnects, another connected broker becomes active', async () => {
    const { token, userId } = await newPerson();
    expect(await statuses(token)).toEqual({ active: null, top: null });
    await connect(token, 'quotex');
    await connect(token, 'iqoption');
    expect(await statuses(token)).toEqual({ active: 'quotex', top: 'quotex' });
    const gone = await call(token, 'POST', 'disconnect/quotex');
    expect(gone).toMatchObject({ success: true, connection_status: 'disconnected', is_active: false });
    expect(await statuses(token)).toEqual({ active: 'iqoption', top: 'iqoption' });
    expect(await accounts.choice(db.sql, userId)).toEqual({ broker: 'iqoption', kind: 'demo' });
    await call(token, 'POST', 'disconnect/iqoption');
    expect(await statuses(token)).toEqual({ active: null, top: null });
    expect(await accounts.choice(db.sql, userId)).toBeNull();
  });

  it('changes when the user chooses another broker, but not when a broker that is not active disconnects', async () => {
    const { token } = await newPerson();
    for (const broker of ['iqoption', 'quotex']) await connect(token, broker);
    expect(await call(token, 'POST', 'active/quotex')).toMatchObject({ status: 200, is_active: true });
    await call(token, 'POST', 'disconnect/iqoption');
    expect((await statuses(token)).active).toBe('quotex');
    expect((await call(token, 'POST', 'active/iqoption')).error?.code).toBe('broker_not_connected');
  });

  it('stays the same when its session ends by itself, so that no order moves to another account', async () => {
    const { token } = await newPerson();
    await connect(token, 'quotex');
    await connect(token, 'iqoption');
    quotex.last.turn({ status: 'failed', fault: { kind: 'auth_invalid', detail: 'password changed' } });
    await server.background.idle();
    expect((await statuses(token)).active).toBe('quotex');
    expect(await call(token, 'GET', 'status/quotex')).toMatchObject({
      connection_status: 'error',
      has_valid_credentials: false,
      last_error_message: 'Quotex no aceptó esas credenciales.',
    });
  });

  it('stays the same after a lost socket', async () => {
    const { token, userId } = await newPerson();
    await connect(token);
    iqoption.last.turn({ status: 'connecting', fault: { kind: 'network', detail: '' } });
    expect(await call(token, 'GET', 'status/iqoption')).toMatchObject({
      connection_status: 'connecting',
      is_active: true,
      last_error_message: 'IQ Option no responde en este momento.',
    });
    expect(brokers.isConnected(userId, 'iqoption')).toBe(false);
    const again: unknown[] = [];
    const cancel = bus.subscribe(BROKER_CONNECTED, (message) => again.push(message));
    iqoption.last.turn({ status: 'connected' });
    cancel();
    expect(again).toEqual([{ userId, brokerId: 'iqoption' }]);
  });
});

describe('real money', () => {
  it('requires the typed phrase and all protections of the user', async () => {
    const { token, userId } = await newPerson({ aal: 'aal2' });
    await connect(token);
    const choose = (body: object) => call(token, 'POST', 'account/iqoption', body);
    const real = { account_type: 'real', confirm: REAL_MONEY_PHRASE };
    expect((await choose({ account_type: 'real' })).error?.code).toBe('real_money_phrase');
    expect((await choose(real)).error?.code).toBe('declaration_missing');
    await readyForReal(userId);
    expect(await choose(real)).toMatchObject({
      status: 200,
      current_account_type: 'real',
      account_info: { account_id: 'R1', current_balance: 250.5 },
    });
    expect(await accounts.choice(db.sql, userId)).toEqual({ broker: 'iqoption', kind: 'real' });
    expect(await choose({ account_type: 'demo' })).toMatchObject({ current_account_type: 'demo' });
    expect(await logged(userId)).toEqual(['broker_connected', 'account_chosen', 'account_chosen']);
  });

  const EUROS = { accountId: 'R2', kind: 'real', currency: 'EUR', balanceMinor: minorUnits(90_000) } as const;
  const SPARE = { accountId: 'D2', kind: 'demo', currency: 'USD', balanceMinor: minorUnits(500_000) } as const;

  it('goes to the real account that the user selects with the phrase, and a refusal changes nothing', async () => {
    const { token, userId } = await newPerson({ aal: 'aal2' });
    await readyForReal(userId);
    await connect(token);
    iqoption.last.balance([...iqoption.last.accounts(), EUROS]);
    const choose = (body: object) => call(token, 'POST', 'account/iqoption', { account_type: 'real', ...body });
    expect(await choose({ confirm: REAL_MONEY_PHRASE })).toMatchObject({ account_info: { account_id: 'R1' } });
    expect((await choose({ account_id: 'R2' })).error?.code).toBe('real_money_phrase');
    const refused = await choose({ account_id: 'R2', confirm: REAL_MONEY_PHRASE });
    expect(refused.error?.code).toBe('daily_loss_limit_missing');
    expect(await call(token, 'GET', 'status/iqoption')).toMatchObject({ account_info: { account_id: 'R1' } });
    await writeLimits(db.sql, userId, { daily_loss_limit_minor: 5_000 }, 'real', 'EUR');
    expect(await choose({ account_id: 'R2', confirm: REAL_MONEY_PHRASE })).toMatchObject({
      account_info: {
        account_id: 'R2',
        currency: 'EUR',
        accounts: [{ in_use: true }, { in_use: false }, { in_use: true }],
      },
    });
    expect((await logged(userId)).filter((kind) => kind === 'account_chosen')).toHaveLength(2);
    expect((await choose({ account_id: 'R3', confirm: REAL_MONEY_PHRASE })).error?.code).toBe('broker_account_missing');
  });

  it('stays on the selected account after a reconnect, in whatever order the broker lists its accounts', async () => {
    const { token } = await newPerson();
    await connect(token);
    const listed = iqoption.last.accounts();
    iqoption.last.balance([...listed, SPARE]);
    await call(token, 'POST', 'account/iqoption', { account_type: 'demo', account_id: 'D2' });
    iqoption.last.balance([SPARE, ...listed]);
    expect(await call(token, 'GET', 'status/iqoption')).toMatchObject({ account_info: { account_id: 'D2' } });
    await call(token, 'POST', 'disconnect/iqoption');
    await connect(token, 'iqoption', {});
    // The broker no longer lists the account. No other account may replace it.
    expect(await call(token, 'GET', 'status/iqoption')).toMatchObject({
      account_info: { account_id: null, accounts: [{ id: 'D1', in_use: false }, { id: 'R1' }] },
    });
    iqoption.last.balance([...listed, SPARE]);
    expect(await call(token, 'GET', 'status/iqoption')).toMatchObject({ account_info: { account_id: 'D2' } });
  });

  it('is chosen for one connection only, so the next connection starts on the demo account', async () => {
    const { token, userId } = await newPerson({ aal: 'aal2' });
    await readyForReal(userId);
    const real = { account_type: 'real', confirm: REAL_MONEY_PHRASE };
    const again = (body: object) => connect(token, 'iqoption', body);
    await connect(token);
    await call(token, 'POST', 'account/iqoption', real);
    await call(token, 'POST', 'disconnect/iqoption');
    expect(await again({})).toMatchObject({ current_account_type: 'demo' });
    await call(token, 'POST', 'account/iqoption', real);
    iqoption.last.turn({ status: 'failed', fault: { kind: 'auth_invalid', detail: 'password changed' } });
    await server.background.idle();
    expect(await again({ ...LOGIN, email: 'otra@example.com' })).toMatchObject({ current_account_type: 'demo' });
    await call(token, 'POST', 'account/iqoption', real);
    await call(token, 'DELETE', 'credentials/iqoption');
    expect(await again(LOGIN)).toMatchObject({ current_account_type: 'demo' });
    expect(await accounts.choice(db.sql, userId)).toEqual({ broker: 'iqoption', kind: 'demo' });
  });

  it('cannot be chosen twice at once: one of two concurrent choices of an account is refused', async () => {
    const { token, userId } = await newPerson({ aal: 'aal2' });
    await connect(token);
    const principal = { userId, sessionId: randomIds.next(), isAnonymous: false, aal: 'aal2', scopes: null } as const;
    const caller = { principal, ip: '127.0.0.1', userAgent: null };
    const choose = () => brokers.chooseAccount(caller, iqoption, { kind: 'demo' });
    expect(await Promise.all([choose(), choose()])).toMatchObject([{ ok: true }, { error: { code: 'broker_busy' } }]);
  });

  it('requires its phrase again after the user has switched to practice, even after a restart', async () => {
    const { token, userId } = await newPerson({ aal: 'aal2' });
    await readyForReal(userId);
    await connect(token);
    await call(token, 'POST', 'account/iqoption', { account_type: 'real', confirm: REAL_MONEY_PHRASE });
    await db.transaction((tx) => accounts.choosePractice(tx, userId, null, server.clock.now()));
    expect(await call(token, 'GET', 'status/iqoption')).toMatchObject({ current_account_type: 'demo' });
    await call(token, 'POST', 'disconnect/iqoption');
    expect(await connect(token, 'iqoption', {})).toMatchObject({ status: 200, current_account_type: 'demo' });
  });

  it('is refused without a second factor, and to bots', async () => {
    const ready = async (how: Parameters<typeof newPerson>[0]) => {
      const { token, userId } = await newPerson(how);
      await connect(token);
      await readyForReal(userId);
      const body = { account_type: 'real', confirm: REAL_MONEY_PHRASE };
      return (await call(token, 'POST', 'account/iqoption', body)).error?.code;
    };
    expect(await ready({ aal: 'aal1' })).toBe('insufficient_aal');
    expect(await ready({ aal: 'aal2', scopes: ['connections'] })).toBe('bot_real_money');
  });

  it('is refused if the login has no real-money account', async () => {
    iqoption.accountsOf = () => accountsWith(1).slice(0, 1);
    const { token } = await newPerson({ aal: 'aal2' });
    await connect(token);
    const body = { account_type: 'real', confirm: REAL_MONEY_PHRASE };
    expect((await call(token, 'POST', 'account/iqoption', body)).error?.code).toBe('broker_account_missing');
  });
});

describe('a login that replaces another one', () => {
  const real = { account_type: 'real', confirm: REAL_MONEY_PHRASE };

  it('switches back to practice, with a mail to the owner and an entry in the security log', async () => {
    const { token, userId } = await newPerson({ aal: 'aal2' });
    await readyForReal(userId);
    const id = await insertStrategy(db.sql, { userId, account: { broker: 'iqoption', kind: 'real' } });
    await connect(token);
    await call(token, 'POST', 'account/iqoption', real);
    server.announced.splice(0);
    iqoption.last.turn({ status: 'failed', fault: { kind: 'auth_invalid', detail: 'password changed' } });
    await server.background.idle();
    await connect(token, 'iqoption', { ...LOGIN, email: 'otra@example.com' });
    expect(await accounts.choice(db.sql, userId)).toEqual({ broker: 'iqoption', kind: 'demo' });
    expect(await db.sql`SELECT account_kind FROM strategies WHERE id = ${id}`).toEqual([{ account_kind: 'demo' }]);
    expect(server.announced).toEqual([{ kind: 'broker_credentials_stored', broker: 'iqoption' }]);
    expect(await logged(userId)).toContain('broker_login_replaced');
  });

  it('switches to the paper account if it has no demo account', async () => {
    const { token, userId } = await newPerson({ aal: 'aal2' });
    await readyForReal(userId);
    await connect(token);
    await call(token, 'POST', 'account/iqoption', real);
    iqoption.last.turn({ status: 'failed', fault: { kind: 'auth_invalid', detail: 'password changed' } });
    await server.background.idle();
    iqoption.accountsOf = () => accountsWith(1).filter(({ kind }) => kind === 'real');
    await connect(token, 'iqoption', { ...LOGIN, email: 'otra@example.com' });
    expect(await accounts.choice(db.sql, userId)).toBeNull();
  });

  it('is reported by mail even if the earlier credentials were forgotten before', async () => {
    const { token } = await newPerson();
    await connect(token);
    await call(token, 'DELETE', 'credentials/iqoption');
    server.announced.splice(0);
    await connect(token);
    expect(server.announced).toEqual([{ kind: 'broker_credentials_stored', broker: 'iqoption' }]);
  });

  it('is refused to a bot while its account is in use, even if only a setup with automatic trading uses it', async () => {
    const { token, userId } = await newPerson({ scopes: ['connections'] });
    await connect(token);
    const before = iqoption.sessions.length;
    const tried = async () => [
      (await call(token, 'POST', 'disconnect/iqoption')).error?.code,
      (await call(token, 'DELETE', 'credentials/iqoption')).error?.code,
      (await connect(token, 'iqoption', { ...LOGIN, email: 'ladron@example.com' })).error?.code,
      (await connect(token, 'iqoption', {})).error?.code,
    ];
    const refused = Array.from({ length: 4 }, () => 'broker_in_use');
    expect(await tried()).toEqual(refused);
    await db.transaction((tx) => accounts.choosePractice(tx, userId, null, server.clock.now()));
    await db.sql`
      INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, auto_trade, account_broker, definition,
                              anchor_time, live_since, created_at, updated_at)
      VALUES (${randomIds.next()}, ${userId}, 'A', 'EURUSD', '5m', true, true, 'iqoption', '{}', 0, now(), now(), now())`;
    expect(await tried()).toEqual(refused);
    expect(iqoption.sessions.length).toBe(before);
    await db.sql`UPDATE pcr_setups SET auto_trade = false WHERE user_id = ${userId}`;
    expect((await call(token, 'POST', 'disconnect/iqoption')).status).toBe(200);
  });
});

describe('the login of a self-excluded person', () => {
  const real = { account_type: 'real', confirm: REAL_MONEY_PHRASE };

  it('is refused real money in every account that connects it, but not practice', async () => {
    const [ana, luis] = [await newPerson({ aal: 'aal2' }), await newPerson({ aal: 'aal2' })];
    const login = { ...LOGIN, email: `${ana.userId}@broker.example` };
    for (const { userId } of [ana, luis]) await readyForReal(userId);
    await connect(ana.token, 'iqoption', login);
    iqoption.accountsOf = () => accountsWith(1).map((one) => ({ ...one, accountId: `${one.kind}-${luis.userId}` }));
    const untilMs = server.clock.now() + 24 * 3_600_000;
    await server.exclude(ana.userId, untilMs);
    expect(await connect(luis.token, 'iqoption', login)).toMatchObject({ current_account_type: 'demo' });
    const refused = await call(luis.token, 'POST', 'account/iqoption', real);
    expect(refused).toMatchObject({ status: 403, error: { code: 'login_excluded' } });
    clock.advance(25 * 3_600_000);
    expect(await call(luis.token, 'POST', 'account/iqoption', real)).toMatchObject({ current_account_type: 'real' });
  });

  it('switches away from real money at once wherever it is in use', async () => {
    const [ana, luis] = [await newPerson({ aal: 'aal2' }), await newPerson({ aal: 'aal2' })];
    const login = { ...LOGIN, email: `${ana.userId}@broker.example` };
    iqoption.accountsOf = () => accountsWith(1).map((one) => ({ ...one, accountId: `${one.kind}-${ana.userId}` }));
    for (const { userId, token } of [ana, luis]) {
      await readyForReal(userId);
      await connect(token, 'iqoption', login);
    }
    await call(luis.token, 'POST', 'account/iqoption', real);
    expect(await accounts.choice(db.sql, luis.userId)).toEqual({ broker: 'iqoption', kind: 'real' });
    await server.exclude(ana.userId, Infinity);
    expect(await accounts.choice(db.sql, luis.userId)).toBeNull();
    expect((await call(luis.token, 'POST', 'account/iqoption', real)).error?.code).toBe('login_excluded');
  });

  it('moves every user of that login to practice money at the first attempt to choose real money, and publishes this', async () => {
    const [ana, luis] = [await newPerson({ aal: 'aal2' }), await newPerson({ aal: 'aal2' })];
    const login = { ...LOGIN, email: `${ana.userId}@broker.example` };
    iqoption.accountsOf = () => accountsWith(1).map((one) => ({ ...one, accountId: `${one.kind}-${ana.userId}` }));
    for (const { userId, token } of [ana, luis]) {
      await readyForReal(userId);
      await connect(token, 'iqoption', login);
    }
    await server.exclude(ana.userId, Infinity);
    // Luis chooses the real account at the same moment.
    await db.sql`UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'real' WHERE user_id = ${luis.userId}`;
    const chosen: string[] = [];
    const stop = bus.subscribe(ACCOUNT_CHOSEN, ({ userId }) => chosen.push(userId));
    expect((await call(ana.token, 'POST', 'account/iqoption', real)).error?.code).toMatch(/excluded/);
    expect(await accounts.choice(db.sql, luis.userId)).toBeNull();
    expect(chosen).toEqual([luis.userId]);
    stop();
  });
});

describe('a security change at a broker connection', () => {
  it('is reported to the owner when credentials are stored or replaced, but not when stored credentials are used again', async () => {
    const { token } = await newPerson();
    server.announced.splice(0);
    await connect(token);
    expect(server.announced.splice(0)).toEqual([{ kind: 'broker_credentials_stored', broker: 'iqoption' }]);
    await call(token, 'POST', 'disconnect/iqoption');
    await connect(token, 'iqoption', {});
    expect(server.announced.splice(0)).toEqual([]);
    await call(token, 'POST', 'disconnect/iqoption');
    await connect(token, 'iqoption', { ...LOGIN, password: 'otra clave' });
    expect(server.announced.splice(0)).toEqual([{ kind: 'broker_credentials_stored', broker: 'iqoption' }]);
  });

  it('is reported to the owner when a real account is chosen, but not for a demo account', async () => {
    const { userId, token } = await newPerson({ aal: 'aal2' });
    await connect(token);
    await readyForReal(userId);
    server.announced.splice(0);
    await call(token, 'POST', 'account/iqoption', { account_type: 'real', confirm: REAL_MONEY_PHRASE });
    await call(token, 'POST', 'account/iqoption', { account_type: 'demo' });
    expect(server.announced).toEqual([{ kind: 'real_money_chosen', broker: 'iqoption' }]);
  });

  it('delays the choice of a real account', async () => {
    const { userId, token } = await newPerson({ aal: 'aal2' });
    await connect(token);
    await db.transaction((tx) => accounts.delayRealMoney(tx, userId, 'not_me', clock.now()));
    await readyForReal(userId);
    const body = { account_type: 'real', confirm: REAL_MONEY_PHRASE };
    expect((await call(token, 'POST', 'account/iqoption', body)).error?.code).toBe('security_wait');
  });
});

describe('ending a broker connection', () => {
  it('keeps the credentials on a disconnect, but wipes them with their encryption key on a deletion', async () => {
    const { token, userId } = await newPerson();
    await connect(token);
    iqoption.last.listener.onResumable('CANARY-ssid');
    await server.background.idle();
    await call(token, 'POST', 'disconnect/iqoption');
    expect(iqoption.last.closed).toBe('keep');
    expect(await connect(token, 'iqoption', {})).toMatchObject({ status: 200, connection_status: 'connected' });
    expect([iqoption.last.credentials, iqoption.last.resume]).toEqual([{ kind: 'password', ...LOGIN }, 'CANARY-ssid']);
    const forgotten = await call(token, 'DELETE', 'credentials/iqoption');
    expect(forgotten).toMatchObject({ status: 200, has_valid_credentials: false, connection_status: 'disconnected' });
    expect(iqoption.last.closed).toBe('forget');
    expect(await db.sql`SELECT 1 FROM broker_credentials WHERE user_id = ${userId}`).toEqual([]);
    expect(await db.sql`SELECT 1 FROM user_data_keys WHERE user_id = ${userId}`).toEqual([]);
    expect((await connect(token, 'iqoption', {})).error?.code).toBe('broker_credentials_missing');
  });

  it('is required before a sign-in with other credentials', async () => {
    const { token } = await newPerson();
    await connect(token);
    expect((await connect(token)).error?.code).toBe('broker_already_connected');
    expect((await connect(token, 'iqoption', {})).status).toBe(200);
  });
});

describe('a copied session with a known expiry', () => {
  const END_MS = epochMs(clock.now() + 3 * 3_600_000);
  const pasted = (token: string) => ({ session_token: token, cookies: 'a=1' });
  async function connected() {
    const person = await newPerson();
    quotex.sessionEndMs = END_MS;
    const answer = await connect(person.token, 'quotex', pasted('CANARY-erste-1'));
    return { ...person, answer };
  }
  afterEach(() => {
    quotex.sessionEndMs = null;
    quotex.onConnect = () => ok(null);
  });

  it('is shown with its expiry while it is connected', async () => {
    const { token, answer } = await connected();
    expect(answer).toMatchObject({ connection_info: { expires_at: new Date(END_MS).toISOString() } });
    expect(await call(token, 'POST', 'disconnect/quotex')).toMatchObject({ connection_info: { expires_at: null } });
  });

  it('can be replaced by another one while it is connected, and the chosen account stays', async () => {
    const { token, userId } = await connected();
    const former = quotex.last;
    const answer = await connect(token, 'quotex', pasted('CANARY-zweite-2'));
    expect(answer).toMatchObject({ status: 200, connection_status: 'connected', is_active: true });
    expect(answer).toMatchObject({ connection_info: { credential_hint: '…te-2' }, account_info: { account_id: 'D1' } });
    expect([former.closed, quotex.last.credentials]).toMatchObject(['keep', { token: 'CANARY-zweite-2' }]);
    expect(await db.sql`SELECT count(*)::int AS n FROM broker_credentials WHERE user_id = ${userId}`).toEqual([
      { n: 1 },
    ]);
  });

  it('continues if the broker refuses its replacement', async () => {
    const { token } = await connected();
    quotex.onConnect = ({ credentials }) =>
      credentials.kind === 'browser_session' && credentials.token === 'CANARY-falsch-3'
        ? fault('auth_invalid')
        : ok(null);
    const answer = await connect(token, 'quotex', pasted('CANARY-falsch-3'));
    expect(answer).toMatchObject({ error: { code: 'broker_auth_invalid' }, connection_status: 'connected' });
    expect(quotex.last.credentials).toMatchObject({ token: 'CANARY-erste-1' });
    expect(answer).toMatchObject({ has_valid_credentials: true, connection_info: { credential_hint: '…te-1' } });
  });

  it('is not replaced by credentials of another kind', async () => {
    const { token } = await connected();
    expect((await connect(token, 'quotex')).error?.code).toBe('broker_already_connected');
  });
});

describe('the balance of a demo account', () => {
  const reset = (token: string, broker = 'iqoption') => call(token, 'POST', `practice-balance/${broker}`);
  afterEach(() => {
    iqoption.onReset = ok(null);
  });

  it('is reset by the broker, for the demo account only, and the response contains the new balance', async () => {
    const { token } = await newPerson();
    await connect(token);
    iqoption.last.balance(accountsWith(3_00));
    iqoption.resets.length = 0;
    const answer = await reset(token);
    expect(answer).toMatchObject({ status: 200, message: 'IQ Option reinició el saldo de tu cuenta demo.' });
    expect(answer).toMatchObject({ account_info: { account_id: 'D1', current_balance: 10_000 } });
    expect(iqoption.resets).toEqual(['D1']);
  });

  it('is not reset if the login has no demo account; no other account is reset instead', async () => {
    const { token } = await newPerson();
    await connect(token);
    iqoption.last.balance(accountsWith(0).filter(({ kind }) => kind === 'real'));
    iqoption.resets.length = 0;
    expect((await reset(token)).error?.code).toBe('broker_account_missing');
    expect(iqoption.resets).toEqual([]);
  });

  it.each([
    ['unknown', 'broker_practice_refused'],
    ['network', 'broker_unreachable'],
  ] as const)('stays unchanged, with a message, if the broker replies with the fault %s', async (kind, code) => {
    const { token } = await newPerson();
    await connect(token);
    iqoption.onReset = fault(kind);
    expect((await reset(token)).error?.code).toBe(code);
  });

  it('is not reset at a broker that offers no reset, or without a connection', async () => {
    const { token } = await newPerson();
    expect((await reset(token, 'quotex')).error?.code).toBe('broker_practice_fixed');
    expect((await reset(token)).error?.code).toBe('broker_not_connected');
  });
});

describe('a test of credentials', () => {
  it('stores nothing', async () => {
    const { token, userId } = await newPerson();
    const answer = await call(token, 'POST', 'test/iqoption', LOGIN);
    expect(answer).toMatchObject({
      status: 200,
      message: 'La conexión con IQ Option funciona. Respondió en 118 ms.',
      connection_status: 'disconnected',
      has_valid_credentials: false,
    });
    expect(iqoption.last.closed).toBe('forget');
    expect(await db.sql`SELECT 1 FROM broker_credentials WHERE user_id = ${userId}`).toEqual([]);
    expect(brokers.connectionOf(userId, 'iqoption')).toBeNull();
  });

  it('uses an open connection instead of a second session', async () => {
    const { token } = await newPerson();
    await connect(token);
    const before = iqoption.sessions.length;
    expect((await call(token, 'POST', 'test/iqoption')).status).toBe(200);
    expect((await call(token, 'POST', 'test/iqoption', LOGIN)).error?.code).toBe('broker_already_connected');
    expect(iqoption.sessions.length).toBe(before);
  });

  it('reports the reason of a failure, or a fixed message if the reason is unknown', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = () => err({ kind: 'network', detail: '' });
    expect(await call(token, 'POST', 'test/iqoption', LOGIN)).toMatchObject({
      detail: 'Error probando conexión a iqoption',
    });
    iqoption.onConnect = () => fault('auth_invalid');
    expect((await call(token, 'POST', 'test/iqoption', LOGIN)).error?.code).toBe('broker_auth_invalid');
  });
});

describe('the routes that read connections', () => {
  it('list every broker with its features', async () => {
    const { token } = await newPerson();
    await connect(token, 'deriv', { api_token: 'pat_abcdefghijklmnop', app_id: '12' });
    expect(deriv.last.credentials).toEqual({ kind: 'api_token', token: 'pat_abcdefghijklmnop', appId: '12' });
    const answer = await call(token, 'GET', 'brokers');
    expect(answer).toMatchObject({
      success: true,
      message: '1 bróker conectado.',
      active_broker: 'deriv',
      broker: 'deriv',
    });
    expect(answer.brokers).toMatchObject([
      { id: 'iqoption', display_name: 'IQ Option', auth_type: 'password', forbids_bots: false },
      { id: 'quotex', forbids_bots: true, status: { connection_status: 'disconnected' } },
      {
        id: 'deriv',
        is_official: true,
        auth_type: 'api_token',
        status: { connection_info: { credential_hint: '…mnop' } },
      },
    ]);
  });

  it('return the balance and the assets of the chosen account', async () => {
    const { token } = await newPerson();
    expect(await call(token, 'GET', 'balance/iqoption')).toMatchObject({ success: true, balance: null });
    expect(await call(token, 'GET', 'assets/iqoption')).toMatchObject({ success: true, assets: [] });
    await connect(token);
    iqoption.last.balance(accountsWith(9_990_50));
    expect(await call(token, 'GET', 'balance/iqoption')).toMatchObject({ balance: 9_990.5, currency: 'USD' });
    expect((await call(token, 'GET', 'assets/iqoption')).assets).toEqual([
      {
        symbol: 'EURUSD',
        name: 'EUR/USD',
        type: 'forex',
        decimals: 5,
        is_open: true,
        durations_s: [60, 300],
        payout: 0.85,
        min_trade_amount: 1,
        max_trade_amount: 5_000,
      },
    ]);
    expect((await call(token, 'GET', 'status/etoro')).detail).toBe('Unknown broker: etoro');
  });

  it('never mix the data of two users', async () => {
    iqoption.accountsOf = (credentials) =>
      accountsWith(credentials.kind === 'password' && credentials.email === 'ana@example.com' ? 111_00 : 222_00);
    const [ana, eva] = [await newPerson(), await newPerson()];
    await connect(ana.token);
    await connect(eva.token, 'iqoption', { email: 'eva@example.com', password: 'otra clave' });
    expect(await call(ana.token, 'GET', 'balance/iqoption')).toMatchObject({ balance: 111 });
    expect(await call(eva.token, 'GET', 'balance/iqoption')).toMatchObject({ balance: 222 });
    await call(eva.token, 'DELETE', 'credentials/iqoption');
    expect(brokers.isConnected(ana.userId, 'iqoption')).toBe(true);
  });
});

describe('the log', () => {
  it('never contains credentials, even if an adapter logs them', async () => {
    const { token } = await newPerson();
    iqoption.onConnect = (session) => {
      const { credentials } = session;
      if (credentials.kind === 'password') {
        session.deps.log('warn', `sent ${credentials.password} for ${encodeURIComponent(credentials.password)}`);
        return err({ kind: 'unknown', detail: `wrong ${credentials.password}` });
      }
      return ok(null);
    };
    await connect(token, 'iqoption', { ...LOGIN, password: 'CANARY: ñ & secreto' });
    expect(server.log()).toContain('sent [oculto] for [oculto]');
    expect(server.log()).not.toContain('CANARY');
  });
});
