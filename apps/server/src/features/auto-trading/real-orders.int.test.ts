import type { Broker } from '@vigia/broker-kit/port';
import { ERROR_MESSAGES_ES, fillMessage } from '@vigia/contract';
import { durationMs, epochMs, minorUnits } from '@vigia/core/kernel';
import { minutesLong } from '@vigia/core/trades';
import { BOT_TERMS_PHRASE, REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import type { AccountSecurityChange, Caller } from '../accounts/index.ts';
import { insertStrategy, insertTrades, readyForRealMoney } from '../graduation/testing.ts';
import * as strategySource from '../strategies/automation-port.ts';
import { placeAutomatic, publishPlacedTrade } from '../trading/placing/place-automatic.ts';
import { deleteAllUsers } from '../trading/testing.ts';
import { automaticVenue } from '../trading/venue/automatic-venue.ts';
import { createVenueWorld } from '../trading/venue/testing.ts';
import { decideSignal, type SignalDecision } from './decide-signal.ts';
import { openRealAccount, type RealAccountDeps } from './real-account.ts';
import { createAutoTradingWorld } from './testing.ts';

const DAY_MS = 86_400_000;
const DEMO = { broker: 'iqoption', kind: 'demo' } as const;
const REAL = { broker: 'iqoption', kind: 'real' } as const;
const REAL_ACCOUNT = {
  accountId: 'login-real',
  kind: 'real',
  currency: 'USD',
  balanceMinor: minorUnits(1_000_000),
} as const;

let database: TestDatabase;
let world: Awaited<ReturnType<typeof createVenueWorld>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-30')`;
});
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  world = await createVenueWorld(database);
  world.broker.more = [REAL_ACCOUNT];
  await readyForRealMoney(database.db.sql, world.userId);
  await world.start();
  return () => world.stop();
});

/** Stores a strategy with everything that the gate wants. */
async function graduated(account: typeof DEMO | typeof REAL = REAL, stake: object = {}): Promise<string> {
  const { userId } = world;
  const strategyId = await insertStrategy(database.db.sql, { userId, account, stake });
  const fromMs = world.clock.now() - 9 * DAY_MS;
  await insertTrades(
    { db: database.db, accounts: world.accounts },
    { userId, strategyId, venue: DEMO, won: 40, fromMs },
  );
  return strategyId;
}

const source = {
  autoTradeRules: strategySource.autoTradeRules,
  setAccount: strategySource.setAccount,
  stopAutoTrade: strategySource.stopAutoTrade,
};

/** Decides a new signal of the strategy, without sending the order. */
function decide(strategyId: string): Promise<SignalDecision> {
  const { deps } = createAutoTradingWorld(database);
  const nowMs = world.clock.now();
  const orders = {
    ...deps.orders,
    ownsVenues: () => true,
    venueTime: () => null,
    automaticVenue: (tx: Parameters<typeof automaticVenue>[1], userId: string, target: typeof DEMO | typeof REAL) =>
      automaticVenue(world.deps, tx, userId, target),
    placeAutomatic: (tx: Parameters<typeof placeAutomatic>[1], order: Parameters<typeof placeAutomatic>[2]) =>
      placeAutomatic(world.placing(), tx, order),
  };
  const own = { ...deps, clock: world.clock, accounts: world.accounts, gate: world.gate, orders };
  const signal = {
    automation: 'strategy',
    automationId: strategyId,
    userId: world.userId,
    signalId: randomIds.next(),
    symbol: 'EURUSD',
    direction: 'CALL',
    entryTimeMs: nowMs,
    length: minutesLong(1),
    source: 'iqoption',
  } as const;
  const sending = {
    sentAtMs: nowMs,
    latencyMs: durationMs(0),
    usualLatencyMs: durationMs(0),
    hasWaited: false,
    plannedMs: epochMs(nowMs),
  };
  const sources = { pcr: source, strategy: source };
  return decideSignal({ ...own, sources }, { fence: async () => undefined }, signal, sending);
}

const kindOf = async (id: string) =>
  (await database.db.sql<[{ account_kind: string }]>`SELECT account_kind FROM strategies WHERE id = ${id}`)[0]
    .account_kind;
const realTrades = async () => (await world.trades()).filter(({ account }) => account === 'real');
const moved = () => database.db.sql`
  SELECT 1 FROM ledger_transfers l JOIN accounts a ON a.id = l.account_id
  WHERE a.user_id = ${world.userId} AND a.kind = 'real' AND l.phase = 'hold'`;
const change = (text: string) => database.db.sql`${database.db.sql.unsafe(text)} WHERE user_id = ${world.userId}`;
const NO_FACTOR = 'DELETE FROM auth_factors';

describe('a real order of a strategy', () => {
  it('is placed and sent while the graduation gate is open', async () => {
    const outcome = await decide(await graduated());
    if (outcome.kind !== 'traded') throw new Error(JSON.stringify(outcome));
    expect(await realTrades()).toMatchObject([{ account: 'real', origin: 'strategy', execution: 'pending' }]);
    expect(await moved()).toHaveLength(1);
    publishPlacedTrade(world.placing(), outcome.placed);
    await expect.poll(async () => (await realTrades())[0]?.execution, { timeout: 20_000 }).toBe('confirmed');
    expect(world.broker.handedOver).toHaveLength(1);
  });

  it.each([
    ['the second factor is removed', NO_FACTOR],
    ['the loss limit is removed', 'UPDATE limit_books SET daily_loss_limit_minor = NULL'],
    ['the rules change', 'UPDATE strategies SET version = 2'],
  ])('is refused after %s: no money moves, and the strategy continues with demo money', async (_what, text) => {
    const id = await graduated();
    await change(text);
    expect(await decide(id)).toMatchObject({ kind: 'refused', decision: { code: 'automation_real_money' } });
    expect([await realTrades(), await moved(), await kindOf(id)]).toEqual([[], [], 'demo']);
  });

  it('is refused once the evidence is too weak, even if the graduation gate was open for the previous order', async () => {
    const id = await graduated();
    expect(await decide(id)).toMatchObject({ kind: 'traded' });
    await database.db.sql`
      UPDATE trades SET status = 'lost', profit_minor = -1000, corrections = 1, corrected_at = now()
      WHERE automation_id = ${id} AND account = 'demo' AND corrections = 0`;
    expect(await decide(id)).toMatchObject({ kind: 'refused', decision: { code: 'automation_real_money' } });
    expect([(await realTrades()).length, await kindOf(id)]).toEqual([1, 'demo']);
  });

  it('moves no money if two signals come at once when the graduation gate closes', async () => {
    const id = await graduated();
    await change(NO_FACTOR);
    await Promise.all([decide(id), decide(id)]);
    expect([await realTrades(), await moved(), await kindOf(id)]).toEqual([[], [], 'demo']);
    expect(await database.db.sql`SELECT 1 FROM security_log WHERE kind = 'automation_real_closed'`).toHaveLength(1);
  });

  it.each([
    ['the second factor is removed', NO_FACTOR],
    ['the strategy leaves real money', `UPDATE strategies SET account_kind = 'demo'`],
    ['its user is excluded', `UPDATE user_settings SET self_excluded_until = '2999-01-01Z'`],
  ])('is not sent if, after it was stored, %s', async (_what, text) => {
    const outcome = await decide(await graduated());
    await change(text);
    if (outcome.kind === 'traded') publishPlacedTrade(world.placing(), outcome.placed);
    await expect.poll(async () => (await realTrades())[0]?.execution, { timeout: 20_000 }).toBe('rejected');
    expect(await realTrades()).toMatchObject([{ status: 'cancelled', settle_reason: 'not_allowed' }]);
    expect(world.broker.handedOver).toEqual([]);
  });

  it.each([
    ['that the evidence does not cover', 0.2],
    ['that is not known before the acceptance', null],
  ])('is refused at a payout %s, and the strategy keeps its real account', async (_what, payoutRatio) => {
    const id = await graduated();
    world.broker.asset = { ...world.broker.asset, payoutRatio: payoutRatio as never };
    expect(await decide(id)).toMatchObject({ kind: 'refused', decision: { code: 'automation_real_waits' } });
    expect([await realTrades(), await moved(), await kindOf(id)]).toEqual([[], [], 'real']);
  });

  it('is never an order of a martingale', async () => {
    const id = await graduated(REAL, { stake_plan: { plan: 'martingale', multiplier: 2, steps: 2 } });
    expect(await decide(id)).toMatchObject({ kind: 'refused', decision: { code: 'automation_real_money' } });
    expect([await realTrades(), await kindOf(id)]).toEqual([[], 'demo']);
  });

  it('is not written if the conditions of the graduation gate cannot be read', async () => {
    const id = await graduated();
    const fails = () => Promise.reject(new Error('the database is away'));
    const placed = database.db.transaction(async (tx) => {
      const venue = await automaticVenue(world.deps, tx, world.userId, REAL);
      if (venue === null) throw new Error('there is no venue');
      return placeAutomatic({ ...world.placing(), gate: { admit: fails } }, tx, {
        userId: world.userId,
        target: REAL,
        account: venue.account,
        automation: 'strategy',
        automationId: id,
        signalId: randomIds.next(),
        symbol: 'EURUSD',
        source: 'iqoption',
        direction: 'CALL',
        length: minutesLong(1),
        stakeMinor: minorUnits(1_000),
        entryTimeMs: world.clock.now(),
        acceptableUntilMs: epochMs(world.clock.now() + 2_000),
      });
    });
    await expect(placed).rejects.toThrow('the database is away');
    expect([await realTrades(), await moved()]).toEqual([[], []]);
  });
});

describe('the choice of real money for a strategy', () => {
  const announced: AccountSecurityChange[] = [];
  const brokerWith = (id: string, hasUnreadBotTerms: boolean) =>
    // The cast is safe, because the tested code reads only these properties of a broker.
    ({ id, traits: { hasUnreadBotTerms } }) as unknown as Broker;
  const deps = (): RealAccountDeps => ({
    db: database.db,
    clock: world.clock,
    catalog: [brokerWith('iqoption', true)],
    accounts: world.accounts,
    gate: world.gate,
    notices: { announce: async (_tx, _caller, made) => void announced.push(made) },
    securityLog: createSecurityLog({ clock: world.clock, keyedHash: () => Buffer.alloc(32) }),
    sources: { pcr: source, strategy: source },
  });
  const callerWith = (given: Partial<Caller['principal']> = {}): Caller => ({
    // The cast is safe, because the tested code reads only these properties of a caller.
    principal: {
      userId: world.userId,
      sessionId: null,
      isAnonymous: false,
      aal: 'aal2',
      scopes: null,
      ...given,
    } as unknown as Caller['principal'],
    ip: '127.0.0.1',
    userAgent: null,
  });
  type Choice = { confirm: string; broker: string; caller: Caller; terms: string; own: Partial<RealAccountDeps> };
  const choose = (id: string, choice: Partial<Choice> = {}) => {
    const { confirm = REAL_MONEY_PHRASE, broker = 'iqoption', caller = callerWith() } = choice;
    const { terms = BOT_TERMS_PHRASE, own = {} } = choice;
    const body = { broker, confirm, ...(terms !== '' && { bot_terms: terms }) };
    return openRealAccount({ ...deps(), ...own }, caller, { kind: 'strategy', id }, body);
  };
  const useRealAccount = () =>
    database.db.transaction((tx) => {
      const key = { ...REAL, currency: 'USD', brokerAccount: 'login-real' } as const;
      return world.accounts.useBrokerAccount(tx, world.userId, key, world.clock.now());
    });

  it('moves it to the real account, with a mail and an entry in the security log', async () => {
    const id = await graduated(DEMO);
    await useRealAccount();
    expect(await choose(id)).toEqual({
      ok: true,
      value: { broker: 'iqoption', account: 'real', open: true, asks_bot_terms: true, missing: [] },
    });
    expect(announced.splice(0)).toEqual([{ kind: 'real_money_chosen', broker: 'iqoption' }]);
    const log = await database.db.sql`SELECT detail FROM security_log WHERE kind = 'automation_real_opened'`;
    expect(log).toEqual([{ detail: { name: id, to: 'iqoption_real', stated: BOT_TERMS_PHRASE } }]);
    expect(await choose(id)).toMatchObject({ ok: true });
    expect(announced).toEqual([]);
  });

  it('is refused without the phrase, a second factor in the session, or the broker of its account', async () => {
    const id = await graduated(DEMO);
    await useRealAccount();
    expect(await choose(id, { confirm: 'sí' })).toMatchObject({ error: { code: 'real_money_phrase' } });
    expect(await choose(id, { caller: callerWith({ aal: 'aal1' }) })).toMatchObject({
      error: { code: 'insufficient_aal' },
    });
    expect(await choose(id, { caller: callerWith({ scopes: [] }) })).toMatchObject({
      error: { code: 'bot_real_money' },
    });
    expect(await choose(id, { broker: 'quotex' })).toMatchObject({ error: { code: 'automation_real_money' } });
    expect([await kindOf(id), announced]).toEqual(['demo', []]);
  });

  it.each(['', 'sí', REAL_MONEY_PHRASE])(
    'is refused if the user does not declare that they have read the broker’s terms: %j',
    async (terms) => {
      const id = await graduated(DEMO);
      await useRealAccount();
      expect(await choose(id, { terms })).toEqual({
        ok: false,
        error: { code: 'real_money_phrase', values: { phrase: BOT_TERMS_PHRASE } },
      });
      expect([await kindOf(id), announced]).toEqual(['demo', []]);
    },
  );

  it('requires no declaration about the broker’s terms if these terms are known', async () => {
    const id = await graduated(DEMO);
    await useRealAccount();
    const own = { catalog: [brokerWith('iqoption', false)] };
    expect(await choose(id, { terms: '', own })).toMatchObject({ ok: true, value: { asks_bot_terms: false } });
    const log = await database.db.sql`SELECT detail FROM security_log WHERE kind = 'automation_real_opened'`;
    expect(log).toEqual([{ detail: { name: id, to: 'iqoption_real' } }]);
    announced.splice(0);
  });

  it('is refused while the broker reports no real account, or while a condition of the graduation gate is not met', async () => {
    const id = await graduated(DEMO);
    expect(await choose(id)).toMatchObject({ error: { code: 'automation_real_money' } });
    await useRealAccount();
    await database.db.sql`UPDATE strategies SET version = 2 WHERE id = ${id}`;
    const refused = await choose(id);
    expect(refused).toMatchObject({
      error: { code: 'automation_real_money', values: { why: expect.stringMatching(/apuestas/) } },
    });
    if (!refused.ok)
      expect(fillMessage(ERROR_MESSAGES_ES.automation_real_money, refused.error.values)).toMatch(/0 apuestas/);
    expect(await kindOf(id)).toBe('demo');
  });

  it('finds no strategy of another user, and changes nothing', async () => {
    const id = await graduated(DEMO);
    const stranger = callerWith({ userId: await world.newUser() });
    expect(await choose(id, { caller: stranger })).toEqual({ ok: true, value: null });
    expect(await kindOf(id)).toBe('demo');
  });
});
