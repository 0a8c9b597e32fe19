import { setTimeout as sleep } from 'node:timers/promises';
import { type GivenHead, type LogCheck, logName, readLastHead, verifyLog } from '#features/evidence-log/index.ts';
import { SIGNAL_FACTS } from '#features/signals/index.ts';
import { type DisagreeingTrade, findDisagreeingTrades, TRADE_FACTS } from '#features/trading/index.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { findLogSigner } from '#platform/crypto/log-key.ts';
import type { FactSource } from '#platform/evidence-log/fact-source.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { type AbortableDatabase, openDatabase } from '#platform/persistence/postgres-database.ts';
import { connectDatabase } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';
import { type VerifiedAutomation, verifySignals } from './verify-signals.ts';

/** The result of a check of the log, the signals and the trades. */
export type Verification = RecordCheck & { readonly owners: readonly VerifiedAutomation[] };

/** The result of the part that runs every night. */
export type RecordCheck = { readonly log: LogCheck; readonly trades: readonly DisagreeingTrade[] };

/** Which check is wanted. */
export type VerificationRequest = {
  /** A signed head that was kept elsewhere; null if there is none. */
  readonly since: string | null;
  /** The setup or strategy whose signals are derived again; null for all. */
  readonly setupId: string | null;
};

/** Facts of all features that go into the evidence log. */
export const FACT_SOURCES: readonly FactSource[] = [...SIGNAL_FACTS, ...TRADE_FACTS];

/** A check reads whole tables, so its statements may last longer than those of requests. */
const STATEMENT_TIMEOUT_MS = 10 * 60 * 1_000;

/**
 * Longest time between the storage of a signal and the storage of its candle. In a healthy database it is half a
 * second.
 */
const STORED_WITHIN_MS = 2_000;

/** Resolves after the candle of a signal that is stored now is stored too. */
export const waitUntilCandleIsStored = (): Promise<unknown> => sleep(STORED_WITHIN_MS);

/** Opens connections for checks, which read whole tables. */
export const openCheckDatabase = (app: ConnectionOptions): AbortableDatabase =>
  openDatabase(app, { poolSize: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });

/**
 * Checks everything, with or without a running server: the log against its heads, every signal, outcome, decision and
 * trade against its leaf, the chain of signals, and the signals against the stored candles.
 * @param pause resolves after a pause, after which signals without a candle are checked again
 * @throws StartupError if the database is unreachable
 */
export async function verify(
  config: Config,
  { since, setupId }: VerificationRequest,
  pause: () => Promise<unknown> = waitUntilCandleIsStored,
): Promise<Verification> {
  const undo = new UndoStack();
  try {
    const { access } = await connectDatabase(config, 'comprobación', undo);
    const db = openCheckDatabase(access.app);
    undo.push(() => db.close());
    return {
      ...(await checkLogAndTrades(config, db, since)),
      owners: await verifySignals(db, { setupId, nowMs: systemClock.now() }, pause),
    };
  } finally {
    await undo.run();
  }
}

/** Checks log and trades. @param since a signed head that was kept elsewhere; null if there is none */
export async function checkLogAndTrades(config: Config, db: Database, since: string | null): Promise<RecordCheck> {
  const kept = readLastHead(config.dataFolder);
  const heads: GivenHead[] = [
    ...(kept === null ? [] : [{ place: 'file', note: kept } as const]),
    ...(since === null ? [] : [{ place: 'given', note: since } as const]),
  ];
  const name = await logName(db.sql);
  const key = findLogSigner({ dataFolder: config.dataFolder, given: config.logKey, name });
  return {
    log: await verifyLog(db, { sources: FACT_SOURCES, key, heads }),
    trades: await db.transaction(findDisagreeingTrades, 'ISOLATION LEVEL REPEATABLE READ READ ONLY'),
  };
}
