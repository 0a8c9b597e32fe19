import { LadderView, PcrDashboard, PcrSetupStatistics, PcrSetupView, PcrSignals, RejectionView } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { breakEvenRate } from '@vigia/core/statistics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { writeLimits } from '../../accounts/limits/testing.ts';
import { writeDecision } from '../../signals/index.ts';
import { findSignals } from '../pcr.repository.ts';
import { type PcrServer, START_MS, startPcrServer } from '../testing-server.ts';
import { readRejections } from './read-reports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Number of built-in setups, which run for every user. */
const BUILT_IN = 2;

let server: PcrServer;
beforeAll(async () => {
  server = await startPcrServer();
});
afterAll(() => server.close());

/** Stakes of a martingale ladder in minor units. */
const LADDER = [1_000, 2_000, 4_000].map(minorUnits);

type Outcome = 'won' | 'lost' | 'tie' | 'void' | null;

/** Stores a signal as the journal does. A null `payout` stores a body without a payout, as in old signals. */
async function storeSignal(
  setupId: string,
  entryMs: number,
  outcome: Outcome,
  payout: number | null = 0.8,
): Promise<string> {
  const id = randomIds.next();
  const [last] = await server.db.sql<[{ seq: number }]>`
    SELECT coalesce(max(seq), 0)::int AS seq FROM pcr_signals WHERE setup_id = ${setupId}`;
  const body = {
    rule_version: 3,
    setup_id: setupId,
    asset: 'EURUSD',
    timeframe: '5m',
    source: 'simulated',
    direction: 'CALL',
    entry_point: 'zona_fina',
    entry_time_ms: entryMs,
    entry_price: 1.1,
    expiration_ms: entryMs + 5 * MINUTE_MS,
    confidence: 0.5,
    pattern: 'verde·4',
    filter_results: [],
    sequence: { breaking_time: 1, color: 'green', length: 4, start_time: 0, end_time: 1 },
    zone: { kind: 'supply', zona_ancha: { low: 1.1, high: 1.3 }, zona_fina: { low: 1.2, high: 1.3 } },
    ...(payout !== null && { payout }),
  };
  await server.db.sql`
    INSERT INTO pcr_signals (id, setup_id, seq, version, candle_time, entry_time_ms, expiration_ms, body,
      previous_hash, hash, published_at)
    VALUES (${id}, ${setupId}, ${last.seq + 1}, 1, ${entryMs / 1_000 - 300}, ${entryMs}, ${body.expiration_ms},
            ${server.db.sql.json(body)}, 'p', 'h', ${new Date(entryMs)})`;
  if (outcome !== null) {
    await server.db.sql`
      INSERT INTO pcr_signal_outcomes (signal_id, outcome, settle_price, decided_at)
      VALUES (${id}, ${outcome}, 1.2, ${new Date(body.expiration_ms)})`;
  }
  return id;
}

/** Stores a trade that the setup placed and that was settled the given time ago. */
async function storeTrade(
  userId: string,
  setupId: string,
  signalId: string,
  settledMs: number,
  profitMinor: number,
): Promise<string> {
  const id = randomIds.next();
  const [account] = await server.db.sql<[{ id: string }]>`SELECT id FROM accounts WHERE user_id = ${userId}`;
  await server.db.sql`
    INSERT INTO trades ${server.db.sql.row({
      id,
      user_id: userId,
      account_id: account.id,
      mode: 'mock',
      broker: 'mock',
      account: 'mock',
      created_at: new Date(settledMs),
      origin: 'pcr',
      signal_id: signalId,
      automation_id: setupId,
      symbol: 'EURUSD',
      direction: 'CALL',
      stake_minor: 1_000,
      payout_bp: 8_000,
      duration_min: 5,
      source: 'simulated',
      entry_time: new Date(settledMs - 5 * MINUTE_MS),
      expiry_time: new Date(settledMs),
      execution: 'confirmed',
      status: profitMinor > 0 ? 'won' : 'lost',
      profit_minor: profitMinor,
      settled_at: new Date(settledMs),
    })}`;
  return id;
}

const statisticsOf = async (userId: string, id: string) =>
  PcrSetupStatistics.parse((await server.call(userId, 'GET', `/setup/${id}/statistics`)).data);
const dashboardOf = async (userId: string) => PcrDashboard.parse((await server.call(userId, 'GET', '/dashboard')).data);
const setupOf = async (userId: string, id: string) =>
  PcrSetupView.parse((await server.call(userId, 'GET', `/setup/${id}`)).data);
const signalsOf = async (userId: string) => PcrSignals.parse((await server.call(userId, 'GET', '/signals')).data);

describe('the newest signals of a setup', () => {
  const Plan = z.object({
    'Relation Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    get Plans() {
      return z.array(Plan).optional();
    },
  });
  type Plan = z.infer<typeof Plan>;
  const rowsRead = (plan: Plan): number =>
    (plan['Relation Name'] === 'pcr_signals' ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
    (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), 0);

  it('are found by a query that does not read all stored signals', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana);
    await server.db.sql`
      INSERT INTO pcr_signals (id, setup_id, seq, candle_time, entry_time_ms, expiration_ms, body, previous_hash,
        hash, published_at)
      SELECT gen_random_uuid(), ${id}, n, n, n, n, '{}', 'p', 'h', now() FROM generate_series(1, 20000) AS n`;
    await withConnection(parseDatabaseUrl(server.database.ownerUrl), (sql) => sql`ANALYZE pcr_signals`);
    const query = findSignals(server.db.sql, ana, 100);
    const [row] = await server.db.sql<[Record<string, unknown>]>`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`;
    const [{ Plan: plan }] = z.tuple([z.object({ Plan })]).parse(row['QUERY PLAN']);
    expect(rowsRead(plan)).toBeLessThan(1_000);
    await server.db.sql`UPDATE pcr_setups SET archived_at = now() WHERE id = ${id}`;
  });
});

describe('the record of a setup', () => {
  it('counts outcomes, and computes the break-even rate from the payouts in its hash-chained signals', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana);
    const outcomes: readonly Outcome[] = ['won', 'lost', 'tie', 'lost', 'lost', 'void', 'won', 'lost', null];
    for (const [index, outcome] of outcomes.entries()) {
      await storeSignal(id, START_MS - 5 * 24 * HOUR_MS + index * 5 * MINUTE_MS, outcome, index < 5 ? 0.7 : 0.9);
    }
    const statistics = await statisticsOf(ana, id);
    expect(statistics).toMatchObject({
      total_signals: 9,
      signals_today: 0,
      pending: 1,
      voided: 1,
      longest_losing_streak: 3,
      trades: 0,
      profit: null,
      profit_today: 0,
      card: { won: 2, lost: 4, tied: 1, decided: 6, rate: 2 / 6, verdict: 'short_sample' },
      last_signal_at: new Date(START_MS - 5 * 24 * HOUR_MS + 40 * MINUTE_MS).toISOString(),
    });
    expect(statistics.card.break_even).toBeCloseTo(breakEvenRate((4 * 0.7 + 2 * 0.9) / 6), 12);
    expect(await setupOf(ana, id)).toMatchObject({ total_signals: 9, win_rate: 2 / 6, card: statistics.card });
  });

  it('computes the break-even rate from the current payout of the asset if no signal has a payout', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana);
    await storeSignal(id, START_MS - HOUR_MS, 'won', null);
    expect((await statisticsOf(ana, id)).card.break_even).toBeCloseTo(breakEvenRate(0.85), 12);
    const [signal] = (await signalsOf(ana)).signals.filter(({ setup_id }) => setup_id === id);
    expect(signal?.break_even).toBeNull();
  });

  it('contains only the profit from trades of its owner', async () => {
    const [ana, luis] = [await server.newPerson(), await server.newPerson()];
    const [id, other] = [await server.newSetup(ana), await server.newSetup(luis)];
    const [first, second] = [
      await storeSignal(id, START_MS - 30 * HOUR_MS, 'won'),
      await storeSignal(id, START_MS - HOUR_MS, 'lost'),
    ];
    await storeTrade(ana, id, first, START_MS - 30 * HOUR_MS, 800);
    const trade = await storeTrade(ana, id, second, START_MS - HOUR_MS, -1_000);
    await storeTrade(luis, other, await storeSignal(other, START_MS - HOUR_MS, 'won'), START_MS - HOUR_MS, 5_000);
    expect(await statisticsOf(ana, id)).toMatchObject({ trades: 2, profit: -2, profit_today: -10 });
    expect((await setupOf(ana, id)).profit).toBe(-2);
    expect((await dashboardOf(ana)).today_profit).toBe(-10);
    const { signals } = await signalsOf(ana);
    expect(signals.filter(({ setup_id }) => setup_id === id).map(({ trade_id }) => trade_id)[0]).toBe(trade);
  });

  it('counts the signals of today in its owner’s time zone', async () => {
    // At 12:00 in London it is 02:00 of the next day in Kiritimati. Today in Kiritimati therefore has only the signals
    // of the last two hours.
    const [london, kiritimati] = [await server.newPerson('UTC'), await server.newPerson('Pacific/Kiritimati')];
    for (const [person, today] of [
      [london, 2],
      [kiritimati, 1],
    ] as const) {
      const id = await server.newSetup(person);
      for (const hoursAgo of [13, 11, 1]) await storeSignal(id, START_MS - hoursAgo * HOUR_MS, 'won');
      expect([(await statisticsOf(person, id)).signals_today, (await setupOf(person, id)).signals_today]).toEqual([
        today,
        today,
      ]);
      expect((await dashboardOf(person)).signals_today).toBe(today);
    }
  });
});

describe('the dashboard', () => {
  it('includes the built-in setups and the user’s own setups, but no archived setups', async () => {
    const ana = await server.newPerson();
    expect(await dashboardOf(ana)).toMatchObject({
      active_setups: BUILT_IN,
      setups_running: BUILT_IN,
      signals_today: 0,
      sequences_detected: 0,
      zones_created: 0,
      zones_invalidated: 0,
      success_rate: null,
      today_profit: 0,
      best_setup: null,
    });
    const [few, many, gone] = [
      await server.newSetup(ana, { name: 'Pocas' }),
      await server.newSetup(ana, { name: 'Muchas', is_active: true }),
      await server.newSetup(ana, { is_active: true }),
    ];
    for (let i = 0; i < 2; i += 1) await storeSignal(few, START_MS - (2 - i) * HOUR_MS, 'won', 0.7);
    expect((await dashboardOf(ana)).best_setup).toBeNull();
    for (let i = 0; i < 30; i += 1)
      await storeSignal(many, START_MS - (30 - i) * HOUR_MS, i % 3 === 0 ? 'lost' : 'won', 0.9);
    await storeSignal(gone, START_MS - HOUR_MS, 'lost');
    await server.call(ana, 'POST', `/setup/${gone}/stop`, { archive: true });
    const dashboard = await dashboardOf(ana);
    expect(dashboard).toMatchObject({
      active_setups: BUILT_IN + 1,
      setups_running: BUILT_IN + 1,
      success_rate: 22 / 32,
      best_setup: { id: many, name: 'Muchas', win_rate: 20 / 30, decided: 30 },
      // The total of all setups has no interval and no verdict; the best setup has those of its card.
      card: { won: 22, lost: 10, decided: 32, interval: null, verdict: null },
    });
    expect(dashboard.best_setup?.interval).toEqual((await setupOf(ana, many)).card.interval);
    expect(dashboard.card.break_even).toBeCloseTo(breakEvenRate((2 * 0.7 + 30 * 0.9) / 32), 12);
  });

  it('counts a setup as running only while its market sends prices', async () => {
    const ana = await server.newPerson();
    await server.newSetup(ana, { is_active: true });
    server.market.state = 'stale';
    expect(await dashboardOf(ana)).toMatchObject({ active_setups: BUILT_IN + 1, setups_running: 0 });
    server.market.state = 'live';
    expect((await dashboardOf(ana)).setups_running).toBe(BUILT_IN + 1);
  });
});

describe('the list of recent signals', () => {
  it('contains the newest hundred signals of own and built-in setups, as a list and by setup', async () => {
    const [ana, luis] = [await server.newPerson(), await server.newPerson()];
    const [one, two, foreign] = [await server.newSetup(ana), await server.newSetup(ana), await server.newSetup(luis)];
    for (let i = 0; i < 70; i += 1) {
      await storeSignal(one, START_MS + i * 2 * MINUTE_MS, null);
      await storeSignal(two, START_MS + (i * 2 + 1) * MINUTE_MS, 'won');
    }
    await storeSignal(foreign, START_MS + 500 * MINUTE_MS, null);
    const { signals, signals_by_setup: bySetup } = await signalsOf(ana);
    expect(signals.length).toBe(100);
    expect(signals.map(({ entry_time }) => entry_time)).toEqual(
      signals
        .map(({ entry_time }) => entry_time)
        .toSorted()
        .toReversed(),
    );
    expect(Object.keys(bySetup).toSorted()).toEqual([one, two].toSorted());
    expect(Object.values(bySetup).flat().length).toBe(100);
    expect(signals[0]).toMatchObject({ setup_id: two, status: 'won', seq: 70, hash: 'h', trade_id: null });
    expect(signals[0]?.break_even).toBeCloseTo(breakEvenRate(0.8), 12);
  });
});

describe('a signal of a setup', () => {
  it('states the decision about its order: stake and step, the sentence of the refusal, or none', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana, { auto_trade: true, is_active: true });
    const signals: string[] = [];
    for (let index = 0; index < 4; index += 1) signals.push(await storeSignal(id, START_MS + index * MINUTE_MS, null));
    const [traded = '', refused = '', late = ''] = signals;
    const tradeId = await storeTrade(ana, id, traded, START_MS, -1_000);
    const refusal = { stakeMinor: null, step: 1, reached: null } as const;
    const made = [
      [traded, { decision: 'traded', tradeId, stakeMinor: minorUnits(2_000), step: 2, stakesMinor: LADDER }],
      [refused, { ...refusal, decision: 'refused', code: 'too_many_active', values: { maximum: 3 } }],
      [late, { ...refusal, decision: 'late', code: 'late_order', values: { seconds: 4 } }],
    ] as const;
    for (const [signalId, decision] of made)
      await server.db.transaction((tx) =>
        writeDecision(tx, { signalId, automation: 'pcr', automationId: id, userId: ana }, decision, START_MS),
      );
    const at = new Date(START_MS).toISOString();
    const seen = (await signalsOf(ana)).signals.filter(({ setup_id }) => setup_id === id).toReversed();
    expect(seen.map(({ decision }) => decision)).toEqual([
      { decision: 'traded', at, stake: 20, currency: 'USD', ladder: { step: 2, steps: 3 } },
      { decision: 'refused', at, code: 'too_many_active', message: 'Ya tienes el máximo de 3 operaciones activas.' },
      {
        decision: 'late',
        at,
        code: 'late_order',
        message: 'La señal era de hace 4 s: ya era tarde para entrar y no se operó.',
      },
      null,
    ]);
  });

  it('has no criteria if it was stored without them', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana);
    await storeSignal(id, START_MS, null);
    expect((await signalsOf(ana)).signals.find(({ setup_id }) => setup_id === id)?.criteria).toEqual([]);
  });
});

describe('the rejections of a setup', () => {
  it('include refused orders of its signals, newest first, at most fifty', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana, { auto_trade: true, is_active: true });
    const decide = async (index: number, decision: string, code: string | null, reason: object) => {
      const atMs = START_MS + index * MINUTE_MS;
      const signalId = await storeSignal(id, atMs, null);
      await server.db.sql`
        INSERT INTO automation_decisions (signal_id, automation, automation_id, user_id, decision, trade_id, code,
          reason, decided_at)
        VALUES (${signalId}, 'pcr', ${id}, ${ana}, ${decision}, ${code === null ? randomIds.next() : null}, ${code},
                ${server.db.sql.json({ values: { ...reason } })}, ${new Date(atMs)})`;
    };
    await decide(0, 'traded', null, {});
    for (let index = 1; index <= 60; index += 1) await decide(index, 'refused', 'kill_switch', {});
    await decide(61, 'refused', 'too_many_active', { maximum: 3 });
    const rejections = RejectionView.array().parse((await server.call(ana, 'GET', `/setup/${id}/rejections`)).data);
    expect(rejections.length).toBe(50);
    expect(rejections.slice(0, 2)).toMatchObject([
      {
        stage: 'order',
        reason: 'too_many_active',
        message: 'Ya tienes el máximo de 3 operaciones activas.',
        direction: 'CALL',
      },
      { reason: 'kill_switch', message: 'Todo está detenido. Reactívalo para volver a operar.' },
    ]);
  });
  it('are at most fifty after rejections by the engine are merged with refused orders', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana);
    const turnedDown = Array.from(
      { length: 50 },
      (_, index): RejectionView => ({
        id: `e${index}`,
        at: new Date(START_MS + index * 2 * MINUTE_MS).toISOString(),
        automation: 'pcr',
        direction: 'PUT',
        stage: 'gate',
        reason: 'late',
        message: 'm',
        value: 1,
        limit: 1,
        entry_point: 'ruptura',
        filter_results: [],
      }),
    ).toReversed();
    for (let index = 0; index < 10; index += 1) {
      const atMs = START_MS + (90 + index) * MINUTE_MS + 1;
      const signalId = await storeSignal(id, START_MS + index * MINUTE_MS, null);
      await server.db.sql`
        INSERT INTO automation_decisions (signal_id, automation, automation_id, user_id, decision, code, decided_at)
        VALUES (${signalId}, 'pcr', ${id}, ${ana}, 'late', 'late_order', ${new Date(atMs)})`;
    }
    const setup = { id, user_id: ana };
    const rejections = await readRejections({ db: server.db, engine: { rejections: async () => turnedDown } }, setup);
    const times = rejections.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect([rejections.length, rejections.filter(({ stage }) => stage === 'order').length]).toEqual([50, 10]);
  });
});

describe('the debug view of a setup', () => {
  it('is available for a running setup only', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana);
    const asked = () => server.call(ana, 'GET', `/debug?setup=${id}`);
    expect(await asked()).toMatchObject({ status: 409, error: { code: 'setup_not_running' } });
    await server.call(ana, 'PUT', `/setup/${id}`, { is_active: true });
    expect(await asked()).toMatchObject({ status: 200, data: { setup_id: id, asset: 'EURUSD', timeframe: '5m' } });
    await server.call(ana, 'POST', `/setup/${id}/stop`);
    expect((await asked()).status).toBe(409);
  });
});

describe('a martingale ladder', () => {
  const MARTINGALE = { betType: 'martingale', fixedAmount: 10, multiplier: 2, steps: 3 } as const;
  const ladder = (userId: string, query: string) => server.call(userId, 'GET', `/ladder?${query}`);

  it('shows its total cost and the probability of losing all of it before it is switched on', async () => {
    const ana = await server.newPerson();
    const shown = await ladder(ana, 'fixed_amount=10&multiplier=2&steps=3&asset=EURUSD');
    const view = LadderView.parse(shown.data);
    expect(view).toMatchObject({ stakes: [10, 20, 40], total_at_risk: 70, ruin_at_half: 0.125, refusal: null });
    const lost = (1 - 1 / 1.85) ** 3;
    expect(view.ruin_at_break_even).toBeCloseTo(lost, 12);
    expect(view.ruin_in_100).toBeCloseTo(1 - (1 - lost) ** 100, 12);
    const beyond = LadderView.parse((await ladder(ana, 'fixed_amount=2000&multiplier=3&steps=3&asset=EURUSD')).data);
    expect(beyond.refusal).not.toBeNull();
  });

  it.each([
    ['fixed_amount=10&multiplier=2&steps=4&asset=EURUSD', 422, 'validation_failed'],
    ['fixed_amount=10&multiplier=2&steps=2&asset=XYZXYZ', 404, 'asset_unknown'],
    ['fixed_amount=10.005&multiplier=2&steps=2&asset=EURUSD', 422, 'amount_invalid'],
  ])('is refused for %s', async (query, status, code) => {
    const ana = await server.newPerson();
    const refused = await ladder(ana, query);
    expect([refused.status, refused.error?.code]).toEqual([status, code]);
  });

  it('is refused on create and on change if its total cost exceeds the balance or a limit', async () => {
    const ana = await server.newPerson();
    const post = (moneyManagement: object, riskControl: object = {}) =>
      server.call(ana, 'POST', '/setup', { name: 'M', asset: 'EURUSD', moneyManagement, riskControl });
    expect((await post(MARTINGALE)).status).toBe(201);
    const own = await post(MARTINGALE, { dailyLossLimit: 69.99 });
    expect([own.status, own.error?.code]).toEqual([409, 'martingale_refused']);
    expect(own.detail).toBe(
      'Esa martingala no se puede activar: perderla entera cuesta $70.00 y el límite de pérdida diaria del setup es $69.99.',
    );
    const id = await server.newSetup(ana);
    await writeLimits(server.db.sql, ana, { daily_loss_limit_minor: 6999 });
    const changed = await server.call(ana, 'PUT', `/setup/${id}`, { moneyManagement: MARTINGALE });
    expect([changed.status, changed.error?.code]).toEqual([409, 'martingale_refused']);
    expect((await setupOf(ana, id)).moneyManagement).toMatchObject({ betType: 'fixed' });
    await writeLimits(server.db.sql, ana, { daily_loss_limit_minor: 7000 });
    expect((await server.call(ana, 'PUT', `/setup/${id}`, { moneyManagement: MARTINGALE })).status).toBe(200);
  });

  it('allows its setup to be renamed and switched off, but not on, once its cost exceeds a limit', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana, { moneyManagement: MARTINGALE, auto_trade: true });
    await writeLimits(server.db.sql, ana, { daily_loss_limit_minor: 100 });
    const change = async (body: object) => (await server.call(ana, 'PUT', `/setup/${id}`, body)).status;
    expect(await change({ name: 'Otro' })).toBe(200);
    expect(await change({ is_active: true })).toBe(409);
    expect(await change({ auto_trade: false, is_active: true })).toBe(200);
    expect(await change({ auto_trade: true })).toBe(409);
    expect(await change({ is_active: false })).toBe(200);
  });
});

describe('the interface of setups for auto-trading', () => {
  it('returns the money management of a setup, and locks the setup while an order is placed', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana, { is_active: true, auto_trade: true });
    const { pcr, db } = server;
    let wasChanged = false;
    let changing: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      const rules = await pcr.autoTradeRules(tx, id);
      expect(rules).toMatchObject({
        userId: ana,
        name: 'Mío',
        isActive: true,
        autoTrade: true,
        riskControl: { maxDailyOperations: 'all' },
        moneyManagement: { betType: 'fixed', fixedAmount: 10 },
      });
      changing = server.call(ana, 'PUT', `/setup/${id}`, { is_active: false }).then(() => {
        wasChanged = true;
      });
      const isWaiting = async () => {
        const [seen] = await db.sql<[{ waiting: boolean }]>`
          SELECT EXISTS (SELECT 1 FROM pg_stat_activity
                         WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`;
        return seen.waiting;
      };
      await expect.poll(async () => wasChanged || (await isWaiting())).toBe(true);
      expect(wasChanged).toBe(false);
    });
    await changing;
    expect(await pcr.autoTradeRules(db.sql, id)).toMatchObject({ isActive: false });
  });

  it('returns no rules for built-in and archived setups, and does not count these as auto-trading', async () => {
    const ana = await server.newPerson();
    const { pcr, db } = server;
    const [running, resting, archived] = [
      await server.newSetup(ana, { is_active: true, auto_trade: true }),
      await server.newSetup(ana, { is_active: false, auto_trade: true }),
      await server.newSetup(ana, { is_active: true, auto_trade: true }),
    ];
    await server.newSetup(ana, { is_active: true });
    expect(await pcr.countAutomatic(db.sql, ana)).toBe(2);
    await server.call(ana, 'POST', `/setup/${archived}/stop`, { archive: true });
    expect(await pcr.countAutomatic(db.sql, ana)).toBe(1);
    const [builtIn] = await db.sql<[{ id: string }]>`SELECT id FROM pcr_setups WHERE user_id IS NULL LIMIT 1`;
    const known = await Promise.all(
      [running, resting, archived, builtIn.id].map((id) => pcr.autoTradeRules(db.sql, id)),
    );
    expect(known.map((rules) => rules !== null)).toEqual([true, true, false, false]);
    expect(await pcr.rulesOf(db.sql, ana, builtIn.id)).toMatchObject({
      asset: 'EURUSD',
      version: 1,
      rules: { trigger: 'close' },
    });
    expect(await pcr.rulesOf(db.sql, ana, archived)).toBeNull();
  });
});
