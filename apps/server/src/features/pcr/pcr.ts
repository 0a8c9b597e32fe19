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
import type { Sql } from '#platform/persistence/database.ts';
import { MARKET_OPENED } from '../market-data/index.ts';
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
import { EngineClient } from './engine-client.ts';
import { readLadder } from './ladder.ts';
import * as repository from './pcr.repository.ts';
import { readDashboard, readRejections, readStatistics, todayOf } from './read-reports.ts';
import type { SetupRefusal } from './read-setup.ts';
import { SequenceRelay } from './sequence-relay.ts';
import { findById, findOne } from './setup.repository.ts';
import { toSetupView } from './setup-view.ts';
import { storeHouseSetups } from './store-house-setups.ts';
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
  sequences(userId: string, asset?: string): Promise<PcrSequenceView[]>;
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
  /** Of the engine that works for this person. */
  health(userId: string): Promise<z.infer<typeof PcrHealth>>;
  /** Assets in a timeframe that a setup this process runs looks at. */
  readonly streams: number;
  /** Resolves once everything found here so far is stored. */
  drained(): Promise<void>;
  /** From now on this process runs setups: those of the shards of people it comes to own. Everything else works without. */
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
    countAutomatic,
    stopAutoTrade,
    rulesOf,
    get streams() {
      return engine.streams;
    },
    drained: () => engine.drained(),
    start: async () => {
      cancel = deps.bus.subscribe(MARKET_OPENED, ({ source }) => {
        if (source === deps.markets.own.source) void storeHouseLate(deps);
      });
      await storeHouseSetups(deps);
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

/** A person's setups, and what he does with them. */
function setupsOf(
  deps: PcrDeps,
  engine: EngineClient,
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
    await engine.follow({ id: stored.value, user_id: userId });
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
  engine: EngineClient,
): Pick<Pcr, 'statistics' | 'rejections' | 'debug' | 'dashboard' | 'sequences' | 'health'> {
  const { sql } = deps.db;
  const reportDeps = { ...deps, engine };
  const startedMs = deps.clock.now();
  return {
    statistics: async (userId, id) => {
      const row = await findOne(sql, userId, id);
      return row && readStatistics(reportDeps, userId, row);
    },
    rejections: async (userId, id) => {
      const row = await findOne(sql, userId, id);
      return row && readRejections(reportDeps, row);
    },
    debug: async (userId, id, after) => {
      const row = await findOne(sql, userId, id);
      return row && ((await engine.debug(row, after)) ?? 'not_running');
    },
    dashboard: (userId) => readDashboard(reportDeps, userId),
    sequences: (userId, asset) => engine.sequences(userId, asset ?? null),
    health: async (userId) => {
      const { streams, lastCandleAtMs } = await engine.health(userId);
      return {
        status: deps.markets.own.status().state === 'live' ? 'ok' : 'degraded',
        uptime_seconds: Math.floor((deps.clock.now() - startedMs) / 1_000),
        streams,
        last_candle_at: lastCandleAtMs === null ? null : new Date(lastCandleAtMs).toISOString(),
      };
    },
  };
}

/** The server's own market was out of reach at the start. What is stored now is found like any other change. */
const storeHouseLate = (deps: PcrDeps): Promise<void> =>
  storeHouseSetups(deps).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the setups of the house wait for the next start'),
  );
