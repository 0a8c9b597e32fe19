import type { RejectionView, StrategyBody, StrategySignalView, StrategyView } from '@vigia/contract';
import { ok, type Result } from '@vigia/core/kernel';
import { lengthIn } from '@vigia/core/trades';
import { LIMITS, REJECTIONS_KEPT, type StrategyStatus } from '@vigia/core/vocabulary';
import { shardOf } from '#platform/cluster/shards.ts';
import type { Author } from '#platform/http/principal.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { readDecisions } from '../signals/index.ts';
import {
  autoTradeRules,
  countAutomaticStrategies,
  rulesOf,
  type SavedStrategyRules,
  type StrategyAutoTradeRules,
  setAccount,
  stopAutoTrade,
} from './automation-port.ts';
import type { StrategyDeps } from './deps.ts';
import { createExternalSignals, type ExternalSignals } from './external/external-signals.ts';
import { findLatestMessages } from './external/message.repository.ts';
import { readRules } from './read-rules.ts';
import { findTrackRecords } from './record.repository.ts';
import { toRejections } from './rejections.ts';
import { STRATEGY_EDITED, STRATEGY_REFUSALS } from './running/engine-calls.ts';
import { StrategyEngine } from './running/strategy-engine.ts';
import { changeStatus, createStrategy, replaceStrategy, type StrategyRefusal } from './save-strategy.ts';
import { findOwnSignals, findSignals } from './signal.repository.ts';
import * as repository from './strategy.repository.ts';
import { toSignalView, toStrategyView } from './strategy-views.ts';

const BASIS_POINTS = 10_000;

/** The strategies feature: definitions, signals and outcomes. Each user sees only their own strategies. */
export interface Strategies {
  /** Lists the strategies, oldest first, without archived ones. */
  list(userId: string): Promise<StrategyView[]>;
  /** Returns one strategy; null if the user has no such strategy. */
  one(userId: string, id: string): Promise<StrategyView | null>;
  /**
   * Stores a new strategy. Here and in the next two methods, a bot needs the effect `arms_automation` for a strategy
   * that trades.
   */
  create(author: Author, body: StrategyBody): Promise<Result<StrategyView, StrategyRefusal>>;
  replace(author: Author, id: string, body: StrategyBody): Promise<Result<StrategyView, StrategyRefusal>>;
  setStatus(author: Author, id: string, status: StrategyStatus): Promise<Result<StrategyView, StrategyRefusal>>;
  /** Archives a strategy; its signals and trades stay. @returns false if the user has no such strategy */
  remove(userId: string, id: string): Promise<boolean>;
  /** Returns at most 100 of the newest signals of all strategies, newest first. */
  allSignals(userId: string): Promise<StrategySignalView[]>;
  /** Returns at most 100 of the newest signals, newest first; null if the user has no such strategy. */
  signals(userId: string, id: string): Promise<StrategySignalView[] | null>;
  /**
   * Returns at most 50 reasons why a strategy gave no signal or order, newest first. Returns null if the user has no
   * such strategy.
   */
  rejections(userId: string, id: string): Promise<readonly RejectionView[] | null>;
  autoTradeRules(sql: Sql, strategyId: string): Promise<StrategyAutoTradeRules | null>;
  countAutomatic(sql: Sql, userId: string): Promise<number>;
  stopAutoTrade(sql: Sql, strategyId: string, nowMs: number): Promise<void>;
  setAccount: typeof setAccount;
  rulesOf(sql: Sql, userId: string, id: string): Promise<SavedStrategyRules | null>;
  readonly external: ExternalSignals;
  /** Number of distinct evaluations in this process. */
  readonly streams: number;
  /** Resolves when all findings of this process are stored. */
  drained(): Promise<void>;
  /**
   * Starts running the strategies of the user shards that this process acquires. All other methods work without this
   * call.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createStrategies(deps: StrategyDeps): Strategies {
  const engine = new StrategyEngine(deps);
  const { sql } = deps.db;
  /**
   * Resolves when the engine has applied the stored strategy. If no engine answers, the engine finds the change later
   * by polling.
   */
  const follow = async (userId: string, id: string): Promise<void> => {
    await deps.calls.ask(STRATEGY_EDITED, shardOf(userId), { id });
  };
  const views = async (userId: string, rows: readonly repository.StrategyRow[]): Promise<StrategyView[]> => {
    const nowMs = deps.clock.now();
    const { timeZone } = await deps.accounts.riskSettings(sql, userId, nowMs);
    const ids = rows.map(({ id }) => id);
    const [found, { signals, trades }] = await Promise.all([
      findTrackRecords(sql, userId, ids, { timeZone, nowMs }),
      deps.evidence.ofAutomations(userId, ids),
    ]);
    const records = new Map(found.map((record) => [record.strategy_id, record]));
    return rows.flatMap((row) => {
      const [record, rules, evidence] = [records.get(row.id), readRules(row), signals.get(row.id)];
      if (record === undefined || rules === null || evidence === undefined) return [];
      const market = deps.markets.at(row.price_source);
      const payoutBp = market.payoutBp(row.asset, lengthIn(rules.parameters), nowMs);
      const payout = payoutBp === null ? null : payoutBp / BASIS_POINTS;
      const judged = { signals: evidence, trades: trades.get(row.id) };
      return [toStrategyView(row, rules, record, { payout, source: market.source }, judged)];
    });
  };
  const one = async (userId: string, id: string): Promise<StrategyView | null> => {
    const row = await repository.findStrategy(sql, userId, id);
    return row && ((await views(userId, [row]))[0] ?? null);
  };
  /** Returns the saved strategy after the engine has applied it. */
  const saved = async (
    userId: string,
    saving: Promise<Result<string, StrategyRefusal>>,
  ): Promise<Result<StrategyView, StrategyRefusal>> => {
    const id = await saving;
    if (!id.ok) return id;
    await follow(userId, id.value);
    const view = await one(userId, id.value);
    // Another session of the user may have deleted the strategy in the meantime.
    return view === null ? { ok: false, error: { code: 'strategy_not_found', values: {}, details: [] } } : ok(view);
  };
  return {
    list: async (userId) => views(userId, await repository.findOwnStrategies(sql, userId)),
    one,
    create: (author, body) => saved(author.userId, createStrategy(deps, author, body)),
    replace: (author, id, body) => saved(author.userId, replaceStrategy(deps, author, id, body)),
    setStatus: (author, id, status) => saved(author.userId, changeStatus(deps, author, id, status)),
    remove: async (userId, id) => {
      if (!(await repository.archiveStrategy(sql, userId, id, deps.clock.now()))) return false;
      await follow(userId, id);
      return true;
    },
    allSignals: async (userId) => (await findOwnSignals(sql, userId, LIMITS.pcrSignalsKept)).map(toSignalView),
    signals: async (userId, id) => {
      if ((await repository.findStrategy(sql, userId, id)) === null) return null;
      return (await findSignals(sql, id, LIMITS.pcrSignalsKept)).map(toSignalView);
    },
    rejections: async (userId, id) => {
      if ((await repository.findStrategy(sql, userId, id)) === null) return null;
      const [decisions, refusals, messages] = await Promise.all([
        readDecisions(sql, 'strategy', id, { limit: REJECTIONS_KEPT, only: 'unplaced' }),
        deps.calls.ask(STRATEGY_REFUSALS, shardOf(userId), { id }),
        findLatestMessages(sql, id, { limit: REJECTIONS_KEPT, only: 'refused' }),
      ]);
      return toRejections(refusals.ok ? refusals.value : [], decisions, messages);
    },
    autoTradeRules,
    countAutomatic: countAutomaticStrategies,
    stopAutoTrade,
    setAccount,
    rulesOf,
    external: createExternalSignals(deps),
    get streams() {
      return engine.streams;
    },
    drained: () => engine.drained(),
    start: () => engine.start(),
    stop: () => engine.stop(),
  };
}
