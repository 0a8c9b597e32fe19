import type { Result } from '@vigia/core/kernel';
import { createAccounts, NO_CONNECTIONS } from '#features/accounts/index.ts';
import {
  type CorrectedStatus,
  type Correction,
  type CorrectionRefusal,
  correctTrade,
} from '#features/trading/index.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createPartitionUpkeep } from '#platform/persistence/partition-upkeep.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { connectDatabase } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';

/**
 * Changes the outcome of an ended trade, with or without a running server.
 * @throws StartupError if the database is unreachable
 */
export async function correctTradeOf(
  config: Config,
  correction: Correction,
): Promise<Result<CorrectedStatus, CorrectionRefusal>> {
  const undo = new UndoStack();
  try {
    const { access, keyedHash } = await connectDatabase(config, 'corrección', undo);
    const db = openDatabase(access.app, { poolSize: 1 });
    undo.push(() => db.close());
    const log = createLogger('silent');
    const retentionDays = config.tickRetentionDays;
    const upkeep = createPartitionUpkeep({ db, clock: systemClock, log, retentionDays, candleRetentionDays: null });
    undo.push(() => upkeep.stop());
    // Without a running server the partition for the events of today may be missing.
    await upkeep.start();
    const accounts = createAccounts({ ids: randomIds, keyedHash, connections: NO_CONNECTIONS });
    return await correctTrade({ db, clock: systemClock, accounts }, correction);
  } finally {
    await undo.run();
  }
}
