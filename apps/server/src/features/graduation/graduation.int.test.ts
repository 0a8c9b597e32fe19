import type { Broker } from '@vigia/broker-kit/port';
import type { GraduationGap } from '@vigia/core/auto-trading';
import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { createAccounts } from '../accounts/index.ts';
import { readAutomationActor } from '../auth/users/read-automation-actor.ts';
import { createEvidence } from '../evidence/index.ts';
import { createRealMoneyGate, type GateDeps } from './graduation.ts';
import { insertSetup, insertStrategy, insertTrades, type PastTrades, readyForRealMoney } from './testing.ts';

const NOW_MS = Date.parse('2026-11-20T14:00:00.000Z');
const DAY_MS = 86_400_000;
const DEMO = { broker: 'iqoption', kind: 'demo' } as const;
const REAL = { broker: 'iqoption', kind: 'real' } as const;
/** Evidence of 40 won trades in a row is far above the limit. They take eight days. */
const WON = 40;

const database = await createTestDatabase();
const { db } = database;
const { sql } = db;
afterAll(() => database.close());

const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
const connected = { isThere: true };
const accounts = createAccounts({
  ids: randomIds,
  keyedHash,
  connections: { hasVerified: async () => connected.isThere },
});
const clock = new ManualClock(NOW_MS);
const brokerOf = (id: string, traits: Partial<Broker['traits']>) =>
  // The cast is safe, because the gate reads only these properties of a broker.
  ({ id, traits: { forbidsBots: false, ...traits } }) as unknown as Broker;
const CATALOG = [
  brokerOf('iqoption', {}),
  brokerOf('quotex', { forbidsBots: true }),
  brokerOf('deriv', { pricesEachContract: true }),
];
const gateWith = (change: Partial<GateDeps> = {}) =>
  createRealMoneyGate({
    clock,
    accounts,
    catalog: CATALOG,
    evidence: createEvidence({ db, clock }),
    securityLog: createSecurityLog({ clock, keyedHash }),
    personOf: readAutomationActor,
    ...change,
  });
const gate = gateWith();

let userId = '';
beforeEach(async () => {
  connected.isThere = true;
  userId = await newUser();
});

async function newUser(): Promise<string> {
  const id = randomIds.next();
  await db.transaction(async (tx) => {
    await tx`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${id}, true, now(), now())`;
    const account = { userId: id, email: null, phone: null, metadata: {}, isAnonymous: true, nowMs: clock.now() };
    await accounts.openAccount(tx, account);
  });
  await readyForRealMoney(sql, id);
  return id;
}

const trades = (change: Partial<PastTrades> & { strategyId: string }) =>
  insertTrades({ db, accounts }, { userId, venue: DEMO, won: WON, fromMs: NOW_MS - 9 * DAY_MS, ...change });

/** Stores a strategy with real money chosen and everything that the gate wants. */
async function graduated(): Promise<string> {
  const strategyId = await insertStrategy(sql, { userId, account: REAL });
  await trades({ strategyId });
  return strategyId;
}

const named = (id: string) => ({ userId, kind: 'strategy', id }) as const;
const admit = (id: string) => gate.admit(sql, { ...named(id), broker: 'iqoption' });
async function missing(id: string, isMartingale = false): Promise<readonly GraduationGap[]> {
  const state = await gate.stateOf(sql, named(id), isMartingale);
  if (!state?.graduation) throw new Error('there is no graduation');
  return state.graduation.open ? [] : state.graduation.missing;
}
const reasons = async (id: string) => (await missing(id)).map(({ reason }) => reason);

describe('the graduation gate, which admits automatic orders with real money,', () => {
  it('is open if every condition is met, and reports that the owner has a second factor', async () => {
    const id = await graduated();
    expect(await missing(id)).toEqual([]);
    expect(await admit(id)).toMatchObject({ ok: true, value: { actor: { userId, isAnonymous: false, aal: 'aal2' } } });
  });

  it.each<[string, string, Partial<GraduationGap>]>([
    ['the second factor', 'DELETE FROM auth_factors WHERE user_id = $1', { obstacle: 'insufficient_aal' } as never],
    [
      'the verified second factor',
      `UPDATE auth_factors SET status = 'unverified' WHERE user_id = $1`,
      { obstacle: 'insufficient_aal' } as never,
    ],
    [
      'the daily loss limit',
      'UPDATE limit_books SET daily_loss_limit_minor = NULL WHERE user_id = $1',
      { obstacle: 'daily_loss_limit_missing' } as never,
    ],
    [
      'the declaration',
      'UPDATE user_settings SET country = NULL, country_declared_at = NULL WHERE user_id = $1',
      { obstacle: 'declaration_missing' } as never,
    ],
    [
      'the freedom from self-exclusion',
      `UPDATE user_settings SET self_excluded_until = '2999-01-01Z' WHERE user_id = $1`,
      { obstacle: 'self_excluded' } as never,
    ],
  ])('is closed without %s', async (_fact, change, gap) => {
    const id = await graduated();
    await sql.unsafe(change.replace('$1', `'${userId}'`));
    expect(await missing(id)).toEqual([expect.objectContaining(gap)]);
    expect(await admit(id)).toMatchObject({ ok: false, error: { code: 'automation_real_money' } });
  });

  it('is closed without evidence, and states how much evidence there is', async () => {
    const id = await insertStrategy(sql, { userId, account: REAL });
    await trades({ strategyId: id, won: 22, lost: 18 });
    expect(await missing(id)).toEqual([expect.objectContaining({ reason: 'verdict', bets: 40, limit: 80 })]);
    const refused = await admit(id);
    expect(refused.ok ? '' : refused.error.values.why).toMatch(
      /^la evidencia de 40 apuestas vale 0\.\d y hacen falta 80\.$/,
    );
  });

  it('is closed for the first seven days', async () => {
    const id = await insertStrategy(sql, { userId, account: REAL });
    await trades({ strategyId: id, won: 30, fromMs: NOW_MS - 7 * DAY_MS + 1_000 });
    expect(await missing(id)).toEqual([{ reason: 'days', passedDays: 6, neededDays: 7 }]);
  });

  it('is closed at a broker that forbids bots, that states no payout, or that is not known', async () => {
    const at = async (broker: 'quotex' | 'deriv' | 'olymptrade') => {
      const id = await insertStrategy(sql, { userId, account: { broker, kind: 'real' } });
      await trades({ strategyId: id, venue: { broker, kind: 'demo' } });
      return reasons(id);
    };
    expect(await at('quotex')).toContain('bots_forbidden');
    expect(await at('deriv')).toContain('payout_unstated');
    expect(await at('olymptrade')).toEqual(expect.arrayContaining(['bots_forbidden', 'payout_unstated']));
  });

  it('is closed for rules with a martingale', async () => {
    expect(await missing(await graduated(), true)).toEqual([{ reason: 'martingale' }]);
  });

  it('counts only the trades of this version of the rules, on demo at this broker', async () => {
    const id = await insertStrategy(sql, { userId, account: REAL });
    await trades({ strategyId: id, venue: { broker: 'deriv', kind: 'demo' } });
    expect(await reasons(id)).toEqual(['verdict', 'days']);
    await trades({ strategyId: id });
    expect(await reasons(id)).toEqual([]);
    await sql`UPDATE strategies SET version = 2 WHERE id = ${id}`;
    expect(await missing(id)).toEqual([
      expect.objectContaining({ reason: 'verdict', bets: 0 }),
      expect.objectContaining({ reason: 'days', passedDays: 0 }),
    ]);
  });

  it('closes when losses with real money weaken the evidence, although the demo record is unchanged', async () => {
    const id = await graduated();
    await trades({ strategyId: id, venue: REAL, won: 0, lost: 30, fromMs: NOW_MS - 200 * 3_600_000 + 60_000 });
    expect(await missing(id)).toEqual([
      expect.objectContaining({ reason: 'verdict', money: 'demo_and_real', bets: 70 }),
    ]);
    expect(await admit(id)).toMatchObject({ ok: false, error: { code: 'automation_real_money' } });
  });

  it('needs more evidence for each version that the user tried before, deleted ones included', async () => {
    const first = await insertStrategy(sql, { userId, account: DEMO });
    await trades({ strategyId: first, won: 1, fromMs: NOW_MS - 30 * DAY_MS });
    await trades({ strategyId: first, won: 1, version: 2, fromMs: NOW_MS - 29 * DAY_MS });
    await sql`UPDATE strategies SET archived_at = now() WHERE id = ${first}`;
    const id = await insertStrategy(sql, { userId, account: REAL });
    await trades({ strategyId: id, won: 5, lost: 5 });
    expect(await missing(id)).toEqual([expect.objectContaining({ reason: 'verdict', limit: 480 })]);
    const next = await insertStrategy(sql, { userId, account: REAL });
    expect((await missing(next))[0]).toMatchObject({ reason: 'verdict', limit: 800 });
  });

  it('delays orders while the connection is lost', async () => {
    const id = await graduated();
    connected.isThere = false;
    expect(await admit(id)).toMatchObject({ ok: false, error: { code: 'automation_real_waits' } });
  });

  it('admits no order unless the user chose the real account of this broker for these rules', async () => {
    const id = await graduated();
    const other = await gate.admit(sql, { ...named(id), broker: 'quotex' });
    expect(other).toMatchObject({ ok: false, error: { code: 'automation_real_money' } });
    await sql`UPDATE strategies SET account_kind = 'demo' WHERE id = ${id}`;
    expect(await admit(id)).toMatchObject({ ok: false, error: { code: 'automation_real_money' } });
    expect(await gate.admit(sql, { ...named(randomIds.next()), broker: 'iqoption' })).toMatchObject({ ok: false });
    const stranger = await newUser();
    expect(await gate.admit(sql, { ...named(id), userId: stranger, broker: 'iqoption' })).toMatchObject({ ok: false });
  });

  it('admits no order if one of its conditions cannot be read', async () => {
    const id = await graduated();
    const fails = () => Promise.reject(new Error('the database is away'));
    const order = { ...named(id), broker: 'iqoption' } as const;
    await expect(gateWith({ evidence: { ofRules: fails } }).admit(sql, order)).rejects.toThrow();
    await expect(gateWith({ personOf: fails }).admit(sql, order)).rejects.toThrow();
    await expect(gateWith({ accounts: { realMoneyConditions: fails } }).admit(sql, order)).rejects.toThrow();
    expect(await gateWith({ personOf: async () => null }).admit(sql, order)).toMatchObject({ ok: false });
  });

  it('returns no graduation for rules on the paper account, and nothing to another user', async () => {
    const id = await insertStrategy(sql, { userId, account: null });
    expect(await gate.stateOf(sql, named(id), false)).toEqual({ account: null, graduation: null });
    expect(await gate.stateOf(sql, { ...named(id), userId: await newUser() }, false)).toBeNull();
  });

  it('moves rules to the demo account when it closes, and writes the reason once to the log of their user', async () => {
    const id = await graduated();
    const close = () => db.transaction((tx) => gate.close(tx, { ...named(id), broker: 'iqoption' }, 'falta.'));
    await close();
    await close();
    const [row] = await sql`SELECT account_broker, account_kind FROM strategies WHERE id = ${id}`;
    expect(row).toEqual({ account_broker: 'iqoption', account_kind: 'demo' });
    const log = await sql`SELECT kind, detail FROM security_log WHERE user_id = ${userId}`;
    expect(log).toEqual([{ kind: 'automation_real_closed', detail: { name: id, to: 'iqoption_demo', why: 'falta.' } }]);
  });
});

describe('the graduation gate of a PCR setup', () => {
  const setupNamed = (id: string) => ({ userId, kind: 'pcr', id }) as const;
  const admitSetup = (id: string) => gate.admit(sql, { ...setupNamed(id), broker: 'iqoption' });
  const newSetup = async (won: number, lost = 0, change: Partial<PastTrades> = {}) => {
    const id = await insertSetup(sql, { userId, account: REAL });
    await trades({ strategyId: id, kind: 'pcr', won, lost, ...change });
    return id;
  };
  const missingOf = async (id: string) => {
    const state = await gate.stateOf(sql, setupNamed(id), false);
    return state?.graduation?.open === false ? state.graduation.missing : [];
  };

  it('is open if every condition is met', async () => {
    const id = await newSetup(WON);
    expect(await missingOf(id)).toEqual([]);
    expect(await admitSetup(id)).toMatchObject({ ok: true, value: { actor: { userId } } });
  });

  it('is closed without evidence, and states how much evidence there is', async () => {
    const refused = await admitSetup(await newSetup(22, 18));
    expect(refused).toMatchObject({ ok: false, error: { code: 'automation_real_money' } });
    expect(refused.ok ? '' : refused.error.values.why).toMatch(
      /^la evidencia de 40 apuestas vale 0\.\d y hacen falta 80\.$/,
    );
  });

  it('is closed for the first seven days, after a new version, and without the second factor', async () => {
    const id = await newSetup(30, 0, { fromMs: NOW_MS - 7 * DAY_MS + 1_000 });
    expect(await missingOf(id)).toEqual([{ reason: 'days', passedDays: 6, neededDays: 7 }]);
    const changed = await newSetup(WON);
    await sql`UPDATE pcr_setups SET version = 2 WHERE id = ${changed}`;
    expect(await missingOf(changed)).toMatchObject([{ reason: 'verdict', bets: 0 }, { reason: 'days' }]);
    const last = await newSetup(WON);
    await sql`DELETE FROM auth_factors WHERE user_id = ${userId}`;
    expect(await missingOf(last)).toContainEqual({ reason: 'real_money', obstacle: 'insufficient_aal' });
  });

  it('reads no trades of a strategy with the same id', async () => {
    const id = await newSetup(WON);
    expect(await gate.admit(sql, { ...named(id), broker: 'iqoption' })).toMatchObject({ ok: false });
    const strategy = await graduated();
    expect(await admitSetup(strategy)).toMatchObject({ ok: false });
  });

  it('moves the setup to the demo account when it closes, with the reason in the log', async () => {
    const id = await newSetup(WON);
    await db.transaction((tx) => gate.close(tx, { ...setupNamed(id), broker: 'iqoption' }, 'falta.'));
    expect(await sql`SELECT account_kind FROM pcr_setups WHERE id = ${id}`).toEqual([{ account_kind: 'demo' }]);
    const log = await sql`SELECT detail FROM security_log WHERE user_id = ${userId}`;
    expect(log).toEqual([{ detail: { name: id, to: 'iqoption_demo', why: 'falta.' } }]);
  });
});

describe('an automation with real money', () => {
  it('moves to the demo account when its user switches from real money to practice', async () => {
    const id = await graduated();
    await db.transaction((tx) => accounts.freezeAccount(tx, userId, clock.now()));
    expect(await sql`SELECT account_kind FROM strategies WHERE id = ${id}`).toEqual([{ account_kind: 'demo' }]);
  });

  it('moves to the demo account only at the broker at which another login is used', async () => {
    const id = await graduated();
    const elsewhere = await insertStrategy(sql, { userId, account: { broker: 'olymptrade', kind: 'real' } });
    await accounts.leaveRealAutomation(sql, userId, 'iqoption');
    const kinds = await sql`SELECT id, account_kind FROM strategies WHERE id = ANY(${[id, elsewhere]}::uuid[])`;
    expect(new Map(kinds.map((row) => [row['id'], row['account_kind']]))).toEqual(
      new Map([
        [id, 'demo'],
        [elsewhere, 'real'],
      ]),
    );
  });

  it('is possible only on the account of a broker', async () => {
    const id = await insertStrategy(sql, { userId, account: null });
    await expect(sql`UPDATE strategies SET account_kind = 'real' WHERE id = ${id}`).rejects.toThrow('real_at_broker');
  });
});
