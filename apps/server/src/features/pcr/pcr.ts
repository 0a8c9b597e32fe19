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
import { type Cancel, err, ok, type Result } from '@vigia/core/kernel';
import { LIMITS } from '@vigia/core/vocabulary';
import type { z } from 'zod';
import type { Author } from '#platform/http/principal.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { MARKET_OPENED } from '../market-data/index.ts';
import {
  autoTradeRules,
  countAutomaticSetups,
  type PcrAutoTradeRules,
  rulesOf,
  type SavedPcrRules,
  setAccount,
  stopAutoTrade,
} from './automation-port.ts';
import type { PcrDeps } from './deps.ts';
import { changeSetup, cloneSetup, createSetup, stopSetup } from './editing/edit-setups.ts';
import type { SetupRefusal } from './editing/read-setup.ts';
import { findSetupRow, findVisibleSetup } from './editing/setup.repository.ts';
import { toSetupView } from './editing/setup-view.ts';
import { storeBuiltInSetups } from './editing/store-built-in-setups.ts';
import * as repository from './pcr.repository.ts';
import { SequenceRelay } from './publishing/sequence-relay.ts';
import { computeLadderView } from './reporting/ladder.ts';
import { readDashboard, readRejections, readStatistics, readUserDay } from './reporting/read-reports.ts';
import { toSignalView } from './reporting/views.ts';
import { PcrEngine } from './running/engine.ts';
import { EngineClient } from './running/engine-client.ts';

type Saved = Promise<Result<PcrSetupView, SetupRefusal>>;

/** The PCR feature: setups, the engine that runs them, and the sequences, price zones and signals it finds. */
export interface Pcr {
  /** Lists the user's setups and the built-in ones, without those whose stored rules are no longer valid. */
  setups(userId: string): Promise<PcrSetupView[]>;
  /** Returns a setup; null if this user cannot see it. */
  setup(userId: string, id: string): Promise<PcrSetupView | null>;
  /**
   * Stores a new setup. For a setup that trades, a bot needs the effect `arms_automation`; `change` has the same rule.
   */
  create(author: Author, input: unknown): Saved;
  /** Changes the fields present in `input` and keeps all others. */
  change(author: Author, id: string, input: unknown): Saved;
  /** Switches a setup off; `archive` also removes it from every list, permanently. */
  halt(userId: string, id: string, archive: boolean): Saved;
  clone(userId: string, id: string, name: string): Saved;
  /** Returns the newest signals of the setups that the user sees, at most 100. */
  signals(userId: string): Promise<PcrSignalView[]>;
  /** Returns the newest sequences of the setups that the user sees, with their price zones. */
  sequences(userId: string, asset?: string): Promise<PcrSequenceView[]>;
  statistics(userId: string, id: string): Promise<PcrSetupStatistics | null>;
  rejections(userId: string, id: string): Promise<RejectionView[] | null>;
  /**
   * Returns the internal state of a running setup. Returns `not_running` if no engine runs the setup. Returns null if
   * this user cannot see it.
   */
  debug(userId: string, id: string, after: number): Promise<PcrDebug | 'not_running' | null>;
  dashboard(userId: string): Promise<PcrDashboard>;
  ladder(userId: string, question: z.infer<typeof PcrLadderQuery>): Promise<Result<LadderView, SetupRefusal>>;
  autoTradeRules(sql: Sql, setupId: string): Promise<PcrAutoTradeRules | null>;
  countAutomatic(sql: Sql, userId: string): Promise<number>;
  stopAutoTrade(sql: Sql, setupId: string, nowMs: number): Promise<void>;
  setAccount: typeof setAccount;
  rulesOf(sql: Sql, userId: string, id: string): Promise<SavedPcrRules | null>;
  /** Returns the health of the engine that runs this user's setups. */
  health(userId: string): Promise<z.infer<typeof PcrHealth>>;
  /** Number of asset and timeframe pairs that the setups of this process watch. */
  readonly streams: number;
  /** Resolves when all findings of this process are stored. */
  drained(): Promise<void>;
  /**
   * Starts running the setups of the user shards that this process acquires. All other methods work without this call.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createPcr(deps: PcrDeps): Pcr {
  const engine = new PcrEngine(deps);
  const client = new EngineClient(deps.calls);
  const { sql } = deps.db;
  let cancel: Cancel = () => undefined;
  new SequenceRelay(deps).start();
  return {
    ...setupsOf(deps, client),
    ...reportsOf(deps, client),
    autoTradeRules,
    countAutomatic: countAutomaticSetups,
    stopAutoTrade,
    setAccount,
    rulesOf,
    get streams() {
      return engine.streams;
    },
    drained: () => engine.drained(),
    start: async () => {
      cancel = deps.bus.subscribe(MARKET_OPENED, ({ source }) => {
        if (source === deps.markets.own.source) void storeBuiltInsLate(deps);
      });
      await storeBuiltInSetups(deps);
      await engine.start();
    },
    stop: () => {
      cancel();
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

/** Returns the operations on a user's setups. */
function setupsOf(
  deps: PcrDeps,
  engine: EngineClient,
): Pick<Pcr, 'setups' | 'setup' | 'create' | 'change' | 'halt' | 'clone' | 'ladder'> {
  const { sql } = deps.db;
  const viewsOf = async (userId: string, rows: readonly repository.SetupRow[]): Promise<PcrSetupView[]> => {
    const ids = rows.map(({ id }) => id);
    const [found, { signals }] = await Promise.all([
      repository.findSetupRecords(sql, userId, ids, await readUserDay(deps, userId)),
      deps.evidence.ofAutomations(userId, ids),
    ]);
    const records = new Map(found.map((record) => [record.setup_id, record]));
    return rows.flatMap((row) => {
      const evidence = signals.get(row.id);
      return evidence === undefined ? [] : (toSetupView(deps, row, records.get(row.id), evidence) ?? []);
    });
  };
  const saved = async (userId: string, stored: Result<string, SetupRefusal>): Saved => {
    if (!stored.ok) return stored;
    await engine.reload({ id: stored.value, user_id: userId });
    const row = await findSetupRow(sql, stored.value);
    const [view] = row === null ? [] : await viewsOf(userId, [row]);
    // The account has been deleted in the meantime, or the change switched off a setup with invalid stored rules.
    return view === undefined ? err({ code: 'setup_not_found' }) : ok(view);
  };
  return {
    setups: async (userId) => viewsOf(userId, await repository.findVisibleSetups(sql, userId)),
    setup: async (userId, id) => {
      const row = await findVisibleSetup(sql, userId, id);
      const [view] = row === null ? [] : await viewsOf(userId, [row]);
      return view ?? null;
    },
    create: async (author, input) => saved(author.userId, await createSetup(deps, author, input)),
    change: async (author, id, input) => saved(author.userId, await changeSetup(deps, author, id, input)),
    halt: async (userId, id, archive) => saved(userId, await stopSetup(deps, userId, id, archive)),
    clone: async (userId, id, name) => saved(userId, await cloneSetup(deps, userId, id, name)),
    ladder: (userId, question) => computeLadderView(deps, userId, question),
  };
}

/** Returns the reports on setups and on the engine's internal state. */
function reportsOf(
  deps: PcrDeps,
  engine: EngineClient,
): Pick<Pcr, 'statistics' | 'rejections' | 'debug' | 'dashboard' | 'sequences' | 'health'> {
  const { sql } = deps.db;
  const reportDeps = { ...deps, engine };
  const startedMs = deps.clock.monotonicMs();
  return {
    statistics: async (userId, id) => {
      const row = await findVisibleSetup(sql, userId, id);
      return row && readStatistics(reportDeps, userId, row);
    },
    rejections: async (userId, id) => {
      const row = await findVisibleSetup(sql, userId, id);
      return row && readRejections(reportDeps, row);
    },
    debug: async (userId, id, after) => {
      const row = await findVisibleSetup(sql, userId, id);
      return row && ((await engine.debug(row, after)) ?? 'not_running');
    },
    dashboard: (userId) => readDashboard(reportDeps, userId),
    sequences: (userId, asset) => engine.sequences(userId, asset ?? null),
    health: async (userId) => {
      const { streams, lastCandleAtMs } = await engine.health(userId);
      return {
        status: deps.markets.own.status().state === 'live' ? 'ok' : 'degraded',
        uptime_seconds: Math.floor((deps.clock.monotonicMs() - startedMs) / 1_000),
        streams,
        last_candle_at: lastCandleAtMs === null ? null : new Date(lastCandleAtMs).toISOString(),
      };
    },
  };
}

/**
 * Stores the built-in setups once the server's default market opens, if the market was unavailable at the start. The
 * engine then finds them like any other change.
 */
const storeBuiltInsLate = (deps: PcrDeps): Promise<void> =>
  storeBuiltInSetups(deps).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the built-in setups wait for the next start'),
  );
