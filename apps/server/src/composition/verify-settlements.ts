import type { Broker } from '@vigia/broker-kit/port';
import {
  type CheckCounts,
  checkSettlements,
  countChecks,
  type DifferingTrade,
  findDifferingTrades,
} from '#features/trading/index.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { connectDatabase } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';

/** Settlements of this installation compared with the recorded prices. */
export type VerifiedSettlements = {
  /** Number of checks that this call made. */
  readonly made: number;
  readonly counts: readonly CheckCounts[];
  /** The newest trades whose prices or results differ. */
  readonly differing: readonly DifferingTrade[];
};

/**
 * Makes the checks of settlements that are due, and returns the counts of all checks, with or without a running server.
 * @throws StartupError if the database is unreachable
 */
export async function verifySettlements(config: Config, catalog: readonly Broker[]): Promise<VerifiedSettlements> {
  const undo = new UndoStack();
  try {
    const { access } = await connectDatabase(config, 'comprobación', undo);
    const db = openDatabase(access.app, { poolSize: 1 });
    undo.push(() => db.close());
    const { sql } = db;
    const made = await checkSettlements({ sql, catalog, nowMs: systemClock.now() });
    return { made, counts: await countChecks(sql, null), differing: await findDifferingTrades(sql) };
  } finally {
    await undo.run();
  }
}
