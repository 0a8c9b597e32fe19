import type { SetupRiskRules } from '@vigia/core/auto-trading';
import { expectedSecondsOf, minutesLong, type TradeLength } from '@vigia/core/trades';
import type { AutomationKind, Direction } from '@vigia/core/vocabulary';
import { shardOf } from '#platform/cluster/shards.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import { SIGNALS_SEALED, sealedTicks } from '../signals/index.ts';
import { createTrading } from '../trading/index.ts';
import { PaperFills } from '../trading/paper/paper-fills.ts';
import { settleDueTrades } from '../trading/settle-due-trades.ts';
import { createTradingWorld, START_MS } from '../trading/testing.ts';
import { AutoTrader } from './auto-trader.ts';
import type { AutomationSource, AutoTradeRules } from './automation-source.ts';
import type { AutoTradingDeps } from './deps.ts';

export { START_MS };

export const NO_RISK_CONTROL: SetupRiskRules = {
  maxDailyOperations: 'all',
  dailyLossLimit: null,
  weeklyLossLimit: null,
  dailyProfitTarget: null,
  autoReset: true,
  resetTime: 'daily',
};

/** A source of auto-trading rules by id. The test changes them as the owner of a setup would. */
class ScriptedSource implements AutomationSource {
  readonly rules = new Map<string, AutoTradeRules>();
  readonly stopped: string[] = [];
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  autoTradeRules: AutomationSource['autoTradeRules'] = async (_tx, id) => this.rules.get(id) ?? null;

  setAccount: AutomationSource['setAccount'] = async (_sql, { id }, account) => {
    this.change(id, { account });
    return true;
  };

  stopAutoTrade: AutomationSource['stopAutoTrade'] = async (tx, id) => {
    this.stopped.push(id);
    this.change(id, { autoTrade: false });
    await tx`UPDATE pcr_setups SET auto_trade = false WHERE id = ${id}`;
  };

  change(id: string, change: Partial<AutoTradeRules>): void {
    const rules = this.rules.get(id);
    if (rules === undefined) throw new Error(`there is no ${id}`);
    this.rules.set(id, { ...rules, ...change });
  }

  /** Switches auto-trading on or off at the given time, as a user would. */
  async turn(id: string, autoTrade: boolean, at: Date): Promise<void> {
    this.change(id, { autoTrade });
    await this.#db.sql`UPDATE pcr_setups SET auto_trade = ${autoTrade}, updated_at = ${at} WHERE id = ${id}`;
  }
}

type Handler = (message: unknown) => Promise<'done' | 'retry'>;

/** A work queue that delivers each message at least once to every worker registered for its key. */
class DuplicatingQueue implements WorkQueue {
  readonly #handlers = new Map<string, Set<Handler>>();
  /** Results of the messages, in the order of delivery. */
  readonly ends: Promise<'done' | 'retry'>[] = [];

  add: WorkQueue['add'] = ({ name }, key, message) => {
    for (const handler of this.#handlers.get(`${name} ${key}`) ?? []) this.ends.push(handler(message));
  };

  work: WorkQueue['work'] = ({ name }, key, handler) => {
    const handlers = this.#handlers.get(`${name} ${key}`) ?? new Set();
    this.#handlers.set(`${name} ${key}`, handlers);
    // The cast is safe: only `add` with a work kind of this message type reaches the handler.
    handlers.add(handler as Handler);
    return () => void handlers.delete(handler as Handler);
  };
}

type NewSignal = { readonly automationId: string; readonly userId: string; readonly automation?: AutomationKind };
type SignalTerms = { readonly ageMs?: number; readonly direction?: Direction; readonly length?: TradeLength };

/**
 * Creates auto-trading on the test's own database. The test creates setups and signals, and sets the time and the
 * prices.
 */
export function createAutoTradingWorld({ db }: { readonly db: Database }) {
  const world = createTradingWorld({ db });
  const { clock, market, accounts } = world;
  const log = createLogger('silent');
  const work = new DuplicatingQueue();
  /** Which process runs the broker sessions: this one if `areHere`, otherwise another one. */
  const venues = { areHere: true };
  const orders = { ...createTrading(world.deps).orders, ownsVenues: () => venues.areHere };
  const sources = { pcr: new ScriptedSource(db), strategy: new ScriptedSource(db) };
  const deps: AutoTradingDeps = {
    db,
    bus: world.deps.bus,
    work,
    clock,
    accounts,
    gate: world.gate,
    markets: world.deps.markets,
    orders,
    sources,
    log,
    cluster: createSingleProcessCluster(log),
  };
  const insertRow = {
    pcr: (id: string, userId: string | null, at: Date) => db.sql`
      WITH made AS (
        INSERT INTO pcr_setups
          (id, user_id, name, asset, timeframe, is_active, auto_trade, definition, anchor_time, live_since,
                                created_at, updated_at)
        VALUES (${id}, ${userId}, 'uno', 'EURUSD', '5m', true, true, '{}', 0, ${at}, ${at}, ${at}))
      INSERT INTO pcr_setup_versions
        (setup_id, version, asset, timeframe, definition, anchor_time, live_since, created_at)
      VALUES (${id}, 1, 'EURUSD', '5m', '{}', 0, ${at}, ${at})`,
    strategy: (id: string, userId: string | null, at: Date) => db.sql`
      WITH made AS (
        INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, auto_trade, anchor_time,
                                live_since, created_at, updated_at)
        VALUES (${id}, ${userId}, 'uno', 'rsi', 'EURUSD', '5m', '{}', 'active', true, 0, ${at}, ${at}, ${at}))
      INSERT INTO strategy_versions
        (strategy_id, version, type, asset, timeframe, parameters, anchor_time, live_since, created_at)
      VALUES (${id}, 1, 'rsi', 'EURUSD', '5m', '{}', 0, ${at}, ${at})`,
  };

  /** Creates a setup or strategy with auto-trading on and a stake of 10. */
  async function newAutomation(
    userId: string | null,
    change: Partial<AutoTradeRules> = {},
    automation: AutomationKind = 'pcr',
  ): Promise<string> {
    const id = randomIds.next();
    const moneyManagement = { betType: 'fixed', fixedAmount: 10 } as const;
    const rules = {
      userId,
      name: 'uno',
      isActive: true,
      autoTrade: true,
      account: null,
      riskControl: NO_RISK_CONTROL,
      moneyManagement,
    };
    sources[automation].rules.set(id, { ...rules, ...change });
    await insertRow[automation](id, userId, new Date(clock.now()));
    return id;
  }

  let seq = 0;
  /** Stores a signal without publishing it, as if the server had crashed right after storing it. */
  async function seal({ automationId, automation = 'pcr' }: NewSignal, terms: SignalTerms = {}): Promise<string> {
    const { ageMs = 300, direction = 'CALL', length = minutesLong(5) } = terms;
    const signalId = randomIds.next();
    const entryTimeMs = clock.now() - ageMs;
    const expirationMs = entryTimeMs + expectedSecondsOf(length) * 1_000;
    seq += 1;
    const [table, owner] =
      automation === 'pcr' ? [db.sql`pcr_signals`, db.sql`setup_id`] : [db.sql`strategy_signals`, db.sql`strategy_id`];
    await db.sql`
      INSERT INTO ${table}
        (id, ${owner}, seq, version, candle_time, entry_time_ms, expiration_ms, body, previous_hash, hash,
                            published_at)
      VALUES (${signalId}, ${automationId}, ${seq}, 1, ${seq}, ${entryTimeMs}, ${expirationMs},
              ${db.sql.json({ direction, ...sealedTicks(length) })}, '', '', ${new Date(clock.now())})`;
    return signalId;
  }

  const publish = (signalId: string, { userId }: NewSignal): void =>
    work.add(SIGNALS_SEALED, shardOf(userId), { signalIds: [signalId] });

  /** Fills waiting orders, publishes a tick with this price at the current time and settles due trades. */
  async function settleAt(price: number): Promise<void> {
    await new PaperFills(world.deps).round();
    market.tick(clock.now(), price);
    await settleDueTrades(world.deps, () => undefined);
  }

  const decisions = (userId: string) => db.sql<DecisionFacts[]>`
    SELECT d.decision, d.code, d.stake_minor, d.step, d.reason -> 'values' AS values,
           d.trade_id IS NOT NULL AS has_trade
    FROM automation_decisions d WHERE d.user_id = ${userId} ORDER BY d.decided_at, d.signal_id`;

  /** Returns the number and the sum of this user's stake holds in the ledger. */
  async function holds(userId: string): Promise<{ trades: number; minor: number }> {
    const [row] = await db.sql<[{ trades: number; minor: number }]>`
      SELECT count(*)::int AS trades, coalesce(sum(l.user_hold_minor), 0)::int AS minor
      FROM ledger_transfers l JOIN accounts a ON a.id = l.account_id WHERE a.user_id = ${userId} AND l.phase = 'hold'`;
    return row;
  }

  const newTrader = (change: Partial<AutoTradingDeps> = {}) => new AutoTrader({ ...deps, ...change });
  return { ...world, sources, work, venues, deps, newAutomation, seal, publish, settleAt, decisions, holds, newTrader };
}

type DecisionFacts = {
  readonly decision: string;
  readonly code: string | null;
  readonly stake_minor: number | null;
  readonly step: number;
  readonly values: Readonly<Record<string, string | number>> | null;
  readonly has_trade: boolean;
};
