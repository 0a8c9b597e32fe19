import { systemClock } from '#platform/clock/system-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { connectDatabase } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';

/** An altered security log of a user, with its first faulty entry. */
export type AlteredLog = { readonly userId: string; readonly seq: number };

/**
 * Searches for altered security logs, with or without a running server.
 * @throws StartupError if the database is unreachable
 */
export async function verifySecurityLogs(config: Config): Promise<readonly AlteredLog[]> {
  const undo = new UndoStack();
  try {
    const { access, keyedHash } = await connectDatabase(config, 'comprobación', undo);
    const db = openDatabase(access.app, { poolSize: 1 });
    undo.push(() => db.close());
    return await createSecurityLog({ clock: systemClock, keyedHash }).verify(db);
  } finally {
    await undo.run();
  }
}
