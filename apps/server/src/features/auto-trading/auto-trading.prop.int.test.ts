import assert from 'node:assert/strict';
import { durationMs } from '@vigia/core/kernel';
import { minutesLong } from '@vigia/core/trades';
import { CaseTally, minimumCount, propertyRuns, propertyTimeoutMs, stopsAtFirstFailure } from '@vigia/testkit';
import { checkSignals } from '@vigia/testkit/invariants';
import fc from 'fast-check';
import { afterAll, describe, it, vi } from 'vitest';
import type { Database } from '#platform/persistence/database.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { writeLimits } from '../accounts/limits/testing.ts';
import { checkInvariants, type EndedStatuses } from '../trading/testing-invariants.ts';
import type { AutoTrader } from './auto-trader.ts';
import type { AutoTradeRules } from './automation-source.ts';
import { createAutoTradingWorld, NO_RISK_CONTROL } from './testing.ts';

/** The user's limits across all setups: the loss per day in cents, and the number of concurrent trades. */
const DAILY_LOSS_LIMIT_MINOR = 12_000;
const AT_ONCE = 3;

const SETUPS: readonly Partial<AutoTradeRules>[] = [
  { riskControl: { ...NO_RISK_CONTROL, dailyLossLimit: 25 } },
  { moneyManagement: { betType: 'percent', percent: 0.1 }, riskControl: { ...NO_RISK_CONTROL, maxDailyOperations: 4 } },
  { moneyManagement: { betType: 'martingale', fixedAmount: 10, multiplier: 2, steps: 3 } },
];
/** Daily loss limit of each setup in cents; null for a setup without a limit of its own. */
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

/** A user with three setups on two servers; the test may drop either server at any time. */
class Series {
  readonly #world = createAutoTradingWorld({ db });
  readonly #setups: string[] = [];
  #userId = '';
  #servers: AutoTrader[] = [];
  #fault: 'none' | 'before' | 'after' = 'none';
  #ended: EndedStatuses = new Map();

  async open(): Promise<void> {
    this.#userId = await this.#world.newUser();
    await db.sql`UPDATE users SET max_concurrent_trades = ${AT_ONCE} WHERE id = ${this.#userId}`;
    await writeLimits(db.sql, this.#userId, { daily_loss_limit_minor: DAILY_LOSS_LIMIT_MINOR });
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

  /** Checks that every hash-chained signal has a decision, and counts the kinds of decisions. */
  async finish(reached: CaseTally): Promise<void> {
    await this.#settleDown();
    await this.check();
    for (const how of this.#ended.values()) reached.add(how.replace(/ .*/, ''));
    const open = await db.sql`
      SELECT s.id FROM pcr_signals s WHERE NOT EXISTS (SELECT 1 FROM automation_decisions d WHERE d.signal_id = s.id)`;
    assert.deepEqual([...open], [], 'undecided signals');
    await Promise.all(this.#servers.map((server) => server.stop()));
  }

  async #signal({ setups, times, ageMs, fault: kind }: Extract<Step, { do: 'signal' }>): Promise<void> {
    this.#fault = kind;
    const terms = { ageMs, length: minutesLong(1) };
    const userId = this.#userId;
    for (const index of setups) {
      const automationId = this.#setups[index] ?? '';
      const signalId = await this.#world.seal({ automationId, userId }, terms);
      // A signal may be published zero times, as if the server had crashed after storing it.
      for (let time = 0; time < times; time += 1) this.#world.publish(signalId, { automationId, userId });
      await Promise.resolve();
    }
    await this.#settleDown();
  }

  /** Stops the first server, abruptly or in order. Another server starts while work of the first may still run. */
  async #restart(isUnderWay: boolean): Promise<void> {
    const [first, second] = this.#servers;
    const ending = first?.stop();
    if (!isUnderWay) await ending;
    this.#servers = [...(second ? [second] : []), this.#start()];
    await ending;
    await this.#settleDown();
  }

  /** Advances the clock until no server has anything left to do or retry. */
  async #settleDown(): Promise<void> {
    let isIdle = false;
    const idle = Promise.all(this.#servers.map((server) => server.idle())).then(() => {
      isIdle = true;
    });
    await vi.waitFor(
      () => {
        if (isIdle) return;
        this.#world.clock.advance(50);
        throw new Error('a server is still busy');
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

  /**
   * Checks that each trade has the stake of its ladder step, that each step follows from the previous result, and that
   * trades never overlap.
   */
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

describe('random series of signals, lost messages, prices, faults and restarts', () => {
  it('lead to one decision and at most one trade for each signal, and exceed no limit', {
    timeout: propertyTimeoutMs(240_000),
  }, async () => {
    const reached = new CaseTally();
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
        await one.finish(reached);
      }),
      { numRuns: propertyRuns(12), endOnFailure: stopsAtFirstFailure },
    );
    assert.deepEqual(reached.below(minimumCount(5), ['won', 'lost', 'expired']), []);
  });
});
