import type { Bus } from '#platform/bus/bus.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';

/** Publishes the end of these sessions. Must be called after their deletion is committed. */
export function publishEndedSessions(bus: Bus, sessionIds: readonly string[]): void {
  for (const sessionId of sessionIds) bus.publish(SESSION_ENDED, { sessionId });
}
