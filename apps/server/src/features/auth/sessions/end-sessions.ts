import type { Bus } from '#platform/bus/bus.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Database } from '#platform/persistence/database.ts';
import { deleteSessions, type SessionSelection } from './sessions.repository.ts';

/** Tells everybody who holds something open for these sessions; call after the deletion is committed. */
export function publishEnded(bus: Bus, sessionIds: readonly string[]): void {
  for (const sessionId of sessionIds) bus.publish(SESSION_ENDED, { sessionId });
}

/** Ends sessions: their refresh and access tokens are worth nothing from now on. */
export async function endSessions(
  { db, bus }: { readonly db: Database; readonly bus: Bus },
  selection: SessionSelection,
): Promise<void> {
  publishEnded(bus, await deleteSessions(db.sql, selection));
}
