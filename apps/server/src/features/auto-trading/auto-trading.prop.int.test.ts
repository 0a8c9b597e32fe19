import assert from 'node:assert/strict';
import { durationMs } from '@vigia/core/kernel';
import { checkSignals } from '@vigia/testkit/invariants';
import fc from 'fast-check';
import { afterAll, describe, it, vi } from 'vitest';
import type { Database } from '#platform/persistence/database.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { checkInvariants, type Ended } from '../trading/testing-invariants.ts';
import type { AutoTrader } from './auto-trader.ts';
import type { AutoTradeRules } from './automation-source.ts';
import { autoTradingWorld, NO_RISK_CONTROL } from './testing.ts';

/** Another series: `VIGIA_PROPERTY_SEED=… VIGIA_PROPERTY_RUNS=…`; a failure prints the seed that replays it. */
const SEED = Number(process.env['VIGIA_PROPERTY_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['VIGIA_PROPERTY_RUNS'] ?? 12);

/** Of the person, over everything: a day's loss in cents, and how many trades run at once. */
const DAILY_LOSS_LIMIT_MINOR = 12_000;
const AT_ONCE = 3;

const SETUPS: readonly Partial<AutoTradeRules>[] = [
  { riskControl: { ...NO_RISK_CONTROL, dailyLossLimit: 25 } },
  { moneyManagement: { betType: 'percent', percent: 0.1 }, riskControl: { ...NO_RISK_CONTROL, maxDailyOperations: 4 } },
  { moneyManagement: { betType: 'martingale', fixedAmount: 10, multiplier: 2, steps: 3 } },
];
/** What each of them may lose in a day, in cents; null: no limit of its own. */
const OWN_LIMITS = [2_500, null, null];
const LADDER = [1_000, 2_000, 4_000];

const fault = fc.constantFrom('none' as const, 'none' as const, 'before' as const, 'after' as const);
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('signal' as const),
      setups: fc.array(fc.nat({ max: SETUPS.length - 1 }), { minLength: 1, maxLength: 4 }),
      times: fc.integer({ min: 0, max: 3 }),
      ageMs: fc.constantFrom(0, 300, 2_900, 3_500),
      fault,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.integer({ min: 200, max: 90_000 }),
      price: fc.constantFrom(1.09, 1.1, 1.11),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), underWay: fc.boolean() }) },
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

const database = await createTestDatabase();
const { db } = database;
await db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
afterAll(() => database.close());

/** One person with three setups on two servers, one of which may be dropped at any time. */
class Series {
  readonly #world = autoTradingWorld({ db });
  readonly #setups: string[] = [];
  #userId = '';
  #servers: AutoTrader[] = [];
  #fault: 'none' | 'before' | 'after' = 'none';
  #ended: Ended = new Map();

  async open(): Promise<void> {
    this.#userId = await this.#world.newUser();
    await db.sql`UPDATE users SET max_concurrent_trades = ${AT_ONCE} WHERE id = ${this.#userId}`;
    await db.sql`
      UPDATE user_settings SET daily_loss_limit_minor = ${DAILY_LOSS_LIMIT_MINOR} WHERE user_id = ${this.#userId}`;
    for (const rules of SETUPS) this.#setups.push(await this.#world.newAutomation(this.#userId, rules));
    this.#servers = [this.#start(), this.#start()];
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'signal':
        return this.#signal(step);
      case 'pass':
        this.#world.clock.advance(durationMs(step.ms));
        return this.#world.settleAt(step.price);
      case 'restart':
        return this.#restart(step.underWay);
    }
  }

  async check(): Promise<void> {
    this.#ended = (await checkInvariants(db.sql, this.#ended)).ended;
    assert.deepEqual(await checkSignals(db.sql), []);
    for (const [index, id] of this.#setups.entries()) await this.#checkSetup(id, OWN_LIMITS[index] ?? null);
    await this.#checkLadder(this.#setups[2] ?? '');
  }

  /** Nothing sealed stays undecided. */
  async finish(): Promise<void> {
    await this.#settleDown();
    await this.check();
    const open = await db.sql`
      SELECT s.id FROM pcr_signals s WHERE NOT EXISTS (SELECT 1 FROM automation_decisions d WHERE d.signal_id = s.id)`;
    assert.deepEqual([...open], [], 'signals nobody decided about');
    await Promise.all(this.#servers.map((server) => server.stop()));
  }

  async #signal({ setups, times, ageMs, fault: kind }: Extract<Step, { do: 'signal' }>): Promise<void> {
    this.#fault = kind;
    const terms = { ageMs, expiryMinutes: 1 };
    const userId = this.#userId;
    for (const index of setups) {
      const automationId = this.#setups[index] ?? '';
      const signalId = await this.#world.seal({ automationId, userId }, terms);
      // Never told: the server that sealed it died before.
      for (let time = 0; time < times; time += 1) this.#world.tell(signalId, { automationId, userId });
      await Promise.resolve();
    }
    await this.#settleDown();
  }

  /** The first server is dropped, or stopped; another starts beside what it left behind. */
  async #restart(isUnderWay: boolean): Promise<void> {
    const [first, second] = this.#servers;
    const ending = first?.stop();
    if (!isUnderWay) await ending;
    this.#servers = [...(second ? [second] : []), this.#start()];
    await ending;
    await this.#settleDown();
  }

  /** Until nobody has anything left to try: what waits moves on with the clock. */
  async #settleDown(): Promise<void> {
    let isIdle = false;
    const idle = Promise.all(this.#servers.map((server) => server.idle())).then(() => {
      isIdle = true;
    });
    await vi.waitFor(
      () => {
        if (isIdle) return;
        this.#world.clock.advance(50);
        throw new Error('somebody is still at it');
      },
      { timeout: 20_000, interval: 2 },
    );
    await idle;
  }

  #start(): AutoTrader {
    const transaction: Database['transaction'] = async (work) => {
      const kind = this.#fault;
      this.#fault = 'none';
      const away = Object.assign(new Error('the database is away'), { code: 'CONNECTION_CLOSED' });
      if (kind === 'before') throw away;
      const value = await db.transaction(work);
      if (kind === 'after') throw away;
      return value;
    };
    const server = this.#world.newTrader({ db: { ...db, transaction } });
    void server.start();
    return server;
  }

  async #checkSetup(automationId: string, limitMinor: number | null): Promise<void> {
    const [row] = await db.sql<[{ worst: number; placed: number }]>`
      SELECT coalesce(sum(CASE WHEN status = 'active' THEN stake_minor ELSE -profit_minor END), 0)::int AS worst,
             count(*)::int AS placed
      FROM trades WHERE automation_id = ${automationId}`;
    assert.ok(limitMinor === null || row.worst <= limitMinor, `a setup could lose ${row.worst} of ${limitMinor}`);
    if (automationId === this.#setups[1]) assert.ok(row.placed <= 4, `a setup placed ${row.placed} of 4`);
  }

  /** Every stake is its step's, steps follow from how the trade before ended, and one trade runs at a time. */
  async #checkLadder(automationId: string): Promise<void> {
    const trades = await db.sql<{ stake: number; status: string; step: number }[]>`
      SELECT t.stake_minor AS stake, t.status, d.step FROM trades t JOIN automation_decisions d ON d.trade_id = t.id
      WHERE t.automation_id = ${automationId} ORDER BY t.entry_time, t.id`;
    let due = 1;
    for (const [index, { stake, status, step }] of trades.entries()) {
      assert.deepEqual([step, stake], [due, LADDER[due - 1]], 'the step that was due');
      assert.ok(status !== 'active' || index === trades.length - 1, 'one trade of a ladder at a time');
      if (status === 'won') due = 1;
      if (status === 'lost') due = due === LADDER.length ? 1 : due + 1;
    }
  }
}

describe('after any series of signals, told or not, prices, faults and restarts', () => {
  it('each signal has one decision and at most one trade, and no limit was passed', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (series) => {
        await db.sql`DELETE FROM auth_users`;
        const one = new Series();
        await one.open();
        for (const step of series) {
          await one.run(step);
          await one.check();
        }
        await one.run({ do: 'restart', underWay: true });
        await one.finish();
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  });
});
