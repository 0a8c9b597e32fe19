import type {
  LadderView,
  PcrDashboard,
  PcrDebug,
  PcrHealth,
  PcrLadderQuery,
  PcrSequenceView,
  PcrSetupStatistics,
  PcrSetupView,
  PcrSignalView,
  RejectionView,
} from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { LIMITS } from '@vigia/core/vocabulary';
import type { z } from 'zod';
import type { Sql } from '#platform/persistence/database.ts';
import {
  autoTradeRules,
  countAutomatic,
  type PcrAutoTradeRules,
  rulesOf,
  type SavedPcrRules,
  stopAutoTrade,
} from './automation-door.ts';
import type { PcrDeps } from './deps.ts';
import { changeSetup, cloneSetup, createSetup, stopSetup } from './edit-setups.ts';
import { PcrEngine } from './engine.ts';
import { HOUSE_SETUPS } from './house-setups.ts';
import { readLadder } from './ladder.ts';
import * as repository from './pcr.repository.ts';
import { readDashboard, readRejections, readStatistics, todayOf } from './read-reports.ts';
import type { SetupRefusal } from './read-setup.ts';
import { RunningSync } from './running-sync.ts';
import { findById, findOne } from './setup.repository.ts';
import { toSetupView } from './setup-view.ts';
import { versionStart } from './version-start.ts';
import { toSignalView } from './views.ts';

type Saved = Promise<Result<PcrSetupView, SetupRefusal>>;

/** Candle sequences, zones and signals: what runs, what it found, what it published; each person's setups are their own. */
export interface Pcr {
  /** The user's setups and the house's; one stored under rules that have changed since is left out. */
  setups(userId: string): Promise<PcrSetupView[]>;
  /** One of those; null: there is none such for this person. */
  setup(userId: string, id: string): Promise<PcrSetupView | null>;
  create(userId: string, input: unknown): Saved;
  /** What `input` leaves out stays as it is. */
  change(userId: string, id: string, input: unknown): Saved;
  /** Switches off; with `archive` it also leaves every list, for good. */
  halt(userId: string, id: string, archive: boolean): Saved;
  clone(userId: string, id: string, name: string): Saved;
  /** The newest signals of those setups, at most the hundred the product keeps on screen. */
  signals(userId: string): Promise<PcrSignalView[]>;
  /** The newest sequences of those setups with their zones. */
  sequences(userId: string, asset?: string): PcrSequenceView[];
  statistics(userId: string, id: string): Promise<PcrSetupStatistics | null>;
  rejections(userId: string, id: string): Promise<RejectionView[] | null>;
  /** `not_running`: the setup is there, but nothing evaluates it. */
  debug(userId: string, id: string, after: number): Promise<PcrDebug | 'not_running' | null>;
  dashboard(userId: string): Promise<PcrDashboard>;
  ladder(userId: string, question: z.infer<typeof PcrLadderQuery>): Promise<Result<LadderView, SetupRefusal>>;
  autoTradeRules(sql: Sql, setupId: string): Promise<PcrAutoTradeRules | null>;
  countAutomatic(sql: Sql, userId: string): Promise<number>;
  stopAutoTrade(sql: Sql, setupId: string, nowMs: number): Promise<void>;
  rulesOf(sql: Sql, userId: string, id: string): Promise<SavedPcrRules | null>;
  health(): z.infer<typeof PcrHealth>;
  /** Resolves once everything found so far is stored. */
  drained(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createPcr(deps: PcrDeps): Pcr {
  const engine = new PcrEngine(deps);
  const { sql } = deps.db;
  const sync = new RunningSync({ find: (id) => findById(sql, id), engine, clock: deps.clock, log: deps.log });
  return {
    ...setupsOf(deps, sync),
    ...reportsOf(deps, engine),
    autoTradeRules,
    countAutomatic,
    stopAutoTrade,
    rulesOf,
    drained: () => engine.drained(),
    start: async () => {
      for (const definition of HOUSE_SETUPS) await insertHouseSetup(deps, definition);
      await engine.start();
    },
    stop: () => {
      sync.stop();
      return engine.stop();
    },
    signals: async (userId) => {
      const stored = await repository.findSignals(sql, userId, LIMITS.pcrSignalsKept);
      return stored.map((signal) => {
        const { source, asset } = signal.body;
        return toSignalView(signal, deps.markets.at(source).latest(asset)?.price ?? null);
      });
    },
  };
}

/** A person's setups, and what he does with them. */
function setupsOf(
  deps: PcrDeps,
  sync: RunningSync,
): Pick<Pcr, 'setups' | 'setup' | 'create' | 'change' | 'halt' | 'clone' | 'ladder'> {
  const { sql } = deps.db;
  const viewsOf = async (userId: string, rows: readonly repository.SetupRow[]): Promise<PcrSetupView[]> => {
    const ids = rows.map(({ id }) => id);
    const found = await repository.findRecords(sql, userId, ids, await todayOf(deps, userId));
    const records = new Map(found.map((record) => [record.setup_id, record]));
    return rows.flatMap((row) => toSetupView(deps, row, records.get(row.id)) ?? []);
  };
  const saved = async (userId: string, stored: Result<string, SetupRefusal>): Saved => {
    if (!stored.ok) return stored;
    await sync.follow(stored.value);
    const row = await findById(sql, stored.value);
    const [view] = row === null ? [] : await viewsOf(userId, [row]);
    // Its account was deleted in between, or it was stored under rules of another time and only switched off.
    return view === undefined ? err({ code: 'setup_not_found' }) : ok(view);
  };
  return {
    setups: async (userId) => viewsOf(userId, await repository.findVisible(sql, userId)),
    setup: async (userId, id) => {
      const row = await findOne(sql, userId, id);
      const [view] = row === null ? [] : await viewsOf(userId, [row]);
      return view ?? null;
    },
    create: async (userId, input) => saved(userId, await createSetup(deps, userId, input)),
    change: async (userId, id, input) => saved(userId, await changeSetup(deps, userId, id, input)),
    halt: async (userId, id, archive) => saved(userId, await stopSetup(deps, userId, id, archive)),
    clone: async (userId, id, name) => saved(userId, await cloneSetup(deps, userId, id, name)),
    ladder: (userId, question) => readLadder(deps, userId, question),
  };
}

/** What setups have come to, and the engine from inside. */
function reportsOf(
  deps: PcrDeps,
  engine: PcrEngine,
): Pick<Pcr, 'statistics' | 'rejections' | 'debug' | 'dashboard' | 'sequences' | 'health'> {
  const { sql } = deps.db;
  const reportDeps = { ...deps, engine };
  const startedMs = deps.clock.now();
  return {
    statistics: async (userId, id) => {
      const row = await findOne(sql, userId, id);
      return row && readStatistics(reportDeps, userId, row);
    },
    rejections: async (userId, id) => (await findOne(sql, userId, id)) && readRejections(reportDeps, id),
    debug: async (userId, id, after) => (await findOne(sql, userId, id)) && (engine.debug(id, after) ?? 'not_running'),
    dashboard: (userId) => readDashboard(reportDeps, userId),
    sequences: (userId, asset) =>
      engine.sequences((row) => isVisible(row, userId) && (asset === undefined || row.asset === asset)),
    health: () => ({
      status: deps.markets.own.status().state === 'live' ? 'ok' : 'degraded',
      uptime_seconds: Math.floor((deps.clock.now() - startedMs) / 1_000),
      streams: engine.streams,
      last_candle_at: engine.lastCandleAtMs === null ? null : new Date(engine.lastCandleAtMs).toISOString(),
    }),
  };
}

const isVisible = (setup: Pick<repository.SetupRow, 'user_id'>, userId: string): boolean =>
  setup.user_id === null || setup.user_id === userId;

async function insertHouseSetup(
  { db, ids, clock, markets }: PcrDeps,
  definition: (typeof HOUSE_SETUPS)[number],
): Promise<void> {
  const { name, asset, timeframe } = definition;
  const market = markets.own;
  if (market.asset(asset) === undefined) return;
  const nowMs = clock.now();
  const start = versionStart(markets, market, asset, timeframe, nowMs);
  await repository.insertHouseSetup(db.sql, { id: ids.next(), name, asset, timeframe, definition, ...start, nowMs });
}
