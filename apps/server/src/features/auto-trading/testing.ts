import type { SetupRiskRules } from '@vigia/core/automation';
import type { AutomationKind, Direction } from '@vigia/core/vocabulary';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { shardOf } from '#platform/ownership/shard.ts';
import { createSoleOwnership } from '#platform/ownership/sole-ownership.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import { SIGNALS_SEALED } from '../signals/index.ts';
import { createTrading } from '../trading/index.ts';
import { settleDueTrades } from '../trading/settle-due-trades.ts';
import { START_MS, tradingWorld } from '../trading/testing.ts';
import { AutoTrader } from './auto-trader.ts';
import type { AutomationSource, AutoTradeRules } from './automation-source.ts';
import type { AutoTradingDeps } from './deps.ts';

export { START_MS };

export const NO_RISK_CONTROL: SetupRiskRules = {
  ...{ maxDailyOperations: 'all', dailyLossLimit: null, weeklyLossLimit: null, autoReset: true, resetTime: 'daily' },
};

/** Rules by id, as a setup's owner changes them. */
class ScriptedSource implements AutomationSource {
  readonly rules = new Map<string, AutoTradeRules>();
  readonly stopped: string[] = [];
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  autoTradeRules: AutomationSource['autoTradeRules'] = async (_tx, id) => this.rules.get(id) ?? null;

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

  /** What the person does on the screen: the row follows, as changed at that moment. */
  async turn(id: string, autoTrade: boolean, at: Date): Promise<void> {
    this.change(id, { autoTrade });
    await this.#db.sql`UPDATE pcr_setups SET auto_trade = ${autoTrade}, updated_at = ${at} WHERE id = ${id}`;
  }
}

type Handler = (message: unknown) => Promise<'done' | 'again'>;

/** Hands each message to everybody who works for its key: at least once, and not only to one. */
class GenerousQueue implements WorkQueue {
  readonly #handlers = new Map<string, Set<Handler>>();
  /** What came of each message, in order. */
  readonly ends: Promise<'done' | 'again'>[] = [];

  add: WorkQueue['add'] = ({ name }, key, message) => {
    for (const handler of this.#handlers.get(`${name} ${key}`) ?? []) this.ends.push(handler(message));
  };

  work: WorkQueue['work'] = ({ name }, key, handler) => {
    const handlers = this.#handlers.get(`${name} ${key}`) ?? new Set();
    this.#handlers.set(`${name} ${key}`, handlers);
    // Only `add` of a kind of this very message type reaches it.
    handlers.add(handler as Handler);
    return () => void handlers.delete(handler as Handler);
  };
}

type NewSignal = { readonly automationId: string; readonly userId: string; readonly automation?: AutomationKind };
type SignalTerms = { readonly ageMs?: number; readonly direction?: Direction; readonly expiryMinutes?: number };

/** Trading on signals over a database of the test's own; setups, signals, time and prices are the test's to make. */
export function autoTradingWorld({ db }: { readonly db: Database }) {
  const world = tradingWorld({ db });
  const { clock, market, accounts } = world;
  const log = createLogger('silent');
  const work = new GenerousQueue();
  /** Whether people's sessions at brokers are in this process. */
  const venues = { areHere: true };
  const trading = { ...createTrading(world.deps), ownsVenues: () => venues.areHere };
  const sources = { pcr: new ScriptedSource(db), strategy: new ScriptedSource(db) };
  const deps: AutoTradingDeps = {
    ...{ db, work, clock, accounts, markets: world.deps.markets, trading, sources, log },
    ownership: createSoleOwnership(log),
  };
  const insertRow = {
    pcr: (id: string, userId: string | null, at: Date) => db.sql`
      WITH made AS (
        INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, auto_trade, definition, anchor_time, live_since,
                                created_at, updated_at)
        VALUES (${id}, ${userId}, 'uno', 'EURUSD', '5m', true, true, '{}', 0, ${at}, ${at}, ${at}))
      INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, definition, anchor_time, live_since, created_at)
      VALUES (${id}, 1, 'EURUSD', '5m', '{}', 0, ${at}, ${at})`,
    strategy: (id: string, userId: string | null, at: Date) => db.sql`
      WITH made AS (
        INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, auto_trade, anchor_time,
                                live_since, created_at, updated_at)
        VALUES (${id}, ${userId}, 'uno', 'rsi', 'EURUSD', '5m', '{}', 'active', true, 0, ${at}, ${at}, ${at}))
      INSERT INTO strategy_versions (strategy_id, version, type, asset, timeframe, parameters, anchor_time, live_since, created_at)
      VALUES (${id}, 1, 'rsi', 'EURUSD', '5m', '{}', 0, ${at}, ${at})`,
  };

  /** A setup or strategy that trades by itself, 10 a time. */
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
      riskControl: NO_RISK_CONTROL,
      moneyManagement,
    };
    sources[automation].rules.set(id, { ...rules, ...change });
    await insertRow[automation](id, userId, new Date(clock.now()));
    return id;
  }

  let seq = 0;
  /** Stores a signal without telling anybody: what a crash right after the seal leaves. */
  async function seal({ automationId, automation = 'pcr' }: NewSignal, terms: SignalTerms = {}): Promise<string> {
    const { ageMs = 300, direction = 'CALL', expiryMinutes = 5 } = terms;
    const signalId = randomIds.next();
    const entryTimeMs = clock.now() - ageMs;
    seq += 1;
    const [table, owner] =
      automation === 'pcr' ? [db.sql`pcr_signals`, db.sql`setup_id`] : [db.sql`strategy_signals`, db.sql`strategy_id`];
    await db.sql`
      INSERT INTO ${table} (id, ${owner}, seq, version, candle_time, entry_time_ms, expiration_ms, body, previous_hash, hash,
                            published_at)
      VALUES (${signalId}, ${automationId}, ${seq}, 1, ${seq}, ${entryTimeMs}, ${entryTimeMs + expiryMinutes * 60_000},
              ${db.sql.json({ direction })}, '', '', ${new Date(clock.now())})`;
    return signalId;
  }

  const tell = (signalId: string, { userId }: NewSignal): void =>
    work.add(SIGNALS_SEALED, shardOf(userId), { signalIds: [signalId] });

  /** A price now, and whatever is due settled by it. */
  async function settleAt(price: number): Promise<void> {
    market.tick(clock.now(), price);
    await settleDueTrades(world.deps, () => undefined);
  }

  const decisions = (userId: string) => db.sql<DecisionFacts[]>`
    SELECT d.decision, d.code, d.stake_minor, d.step, d.reason -> 'values' AS values, d.trade_id IS NOT NULL AS has_trade
    FROM automation_decisions d WHERE d.user_id = ${userId} ORDER BY d.decided_at, d.signal_id`;

  /** What the ledger holds for this person's trades: how often, and how much in all. */
  async function holds(userId: string): Promise<{ trades: number; minor: number }> {
    const [row] = await db.sql<[{ trades: number; minor: number }]>`
      SELECT count(*)::int AS trades, coalesce(sum(l.user_hold_minor), 0)::int AS minor
      FROM ledger_transfers l JOIN accounts a ON a.id = l.account_id WHERE a.user_id = ${userId} AND l.phase = 'hold'`;
    return row;
  }

  const newTrader = (change: Partial<AutoTradingDeps> = {}) => new AutoTrader({ ...deps, ...change });
  return { ...world, sources, work, venues, deps, newAutomation, seal, tell, settleAt, decisions, holds, newTrader };
}

type DecisionFacts = {
  readonly decision: string;
  readonly code: string | null;
  readonly stake_minor: number | null;
  readonly step: number;
  readonly values: Readonly<Record<string, string | number>> | null;
  readonly has_trade: boolean;
};
