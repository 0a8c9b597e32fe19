import type { PcrHealth, PcrSequenceView, PcrSetupView, PcrSignalView } from '@vigia/contract';
import { bucketOf } from '@vigia/core/candles';
import { epochMs } from '@vigia/core/kernel';
import { parsePcrSetup } from '@vigia/core/pcr';
import { LIMITS } from '@vigia/core/vocabulary';
import type { z } from 'zod';
import type { PcrDeps } from './deps.ts';
import { PcrEngine } from './engine.ts';
import { ANCHOR_LOOKBACK_S, ANCHOR_STEP_S, HOUSE_SETUPS } from './house-setups.ts';
import * as repository from './pcr.repository.ts';
import { toSetupView, toSignalView } from './views.ts';

const BASIS_POINTS = 10_000;

/** Candle sequences, zones and signals: what runs, what it found, what it published. */
export interface Pcr {
  /** The user's setups and the house's; one stored under rules that have changed since is left out. */
  setups(userId: string): Promise<PcrSetupView[]>;
  /** The newest signals of those setups, at most the hundred the product keeps on screen. */
  signals(userId: string): Promise<PcrSignalView[]>;
  /** The newest sequences of those setups with their zones. */
  sequences(userId: string, asset?: string): PcrSequenceView[];
  health(): z.infer<typeof PcrHealth>;
  /** Resolves once everything found so far is stored. */
  drained(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createPcr(deps: PcrDeps): Pcr {
  const engine = new PcrEngine(deps);
  const { sql } = deps.db;
  const startedMs = deps.clock.now();
  return {
    setups: async (userId) => {
      const rows = await repository.findVisible(sql, userId);
      const ids = rows.map((row) => row.id);
      const nowMs = epochMs(deps.clock.now());
      const { timeZone } = await deps.accounts.riskSettings(sql, userId, nowMs);
      const found = await repository.findRecords(sql, userId, ids, { timeZone, nowMs });
      const records = new Map(found.map((record) => [record.setup_id, record]));
      return rows.flatMap((row) => {
        const parsed = parsePcrSetup(row.definition);
        if (!parsed.ok) return [];
        const payoutBp = deps.market.payoutBp(row.asset, parsed.value.expiry, nowMs) ?? BASIS_POINTS;
        return [toSetupView(row, parsed.value, records.get(row.id), payoutBp / BASIS_POINTS)];
      });
    },
    signals: async (userId) => {
      const stored = await repository.findSignals(sql, userId, LIMITS.pcrSignalsKept);
      return stored.map((signal) => toSignalView(signal, deps.market.latest(signal.body.asset)?.price ?? null));
    },
    sequences: (userId, asset) =>
      engine.sequences((setup) => isVisible(setup, userId) && (asset === undefined || setup.asset === asset)),
    health: () => ({
      status: deps.market.status().state === 'live' ? 'ok' : 'degraded',
      uptime_seconds: Math.floor((deps.clock.now() - startedMs) / 1_000),
      streams: engine.streams,
      last_candle_at: engine.lastCandleAtMs === null ? null : new Date(engine.lastCandleAtMs).toISOString(),
    }),
    drained: () => engine.drained(),
    start: async () => {
      await insertHouseSetups(deps);
      await engine.start();
    },
    stop: () => engine.stop(),
  };
}

const isVisible = (setup: repository.SetupRow, userId: string): boolean =>
  setup.user_id === null || setup.user_id === userId;

async function insertHouseSetups({ db, ids, clock, market }: PcrDeps): Promise<void> {
  for (const definition of HOUSE_SETUPS) {
    if (market.asset(definition.asset) === undefined) continue;
    const { name, asset, timeframe } = definition;
    // A recording has its own time, which may be years behind the clock or run ahead of it.
    const nowMs = market.latest(asset)?.timeMs ?? clock.now();
    const anchorTime = Math.max(market.historyFloor(), bucketOf(nowMs / 1_000, ANCHOR_STEP_S) - ANCHOR_LOOKBACK_S);
    await repository.insertHouseSetup(db.sql, {
      id: ids.next(),
      name,
      asset,
      timeframe,
      definition,
      anchorTime,
      liveSinceMs: nowMs,
      nowMs: clock.now(),
    });
  }
}
