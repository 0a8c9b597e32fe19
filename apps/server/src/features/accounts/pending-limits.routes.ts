import { PendingLimits, success } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import type { App } from '#platform/http/app.ts';
import type { Database } from '#platform/persistence/database.ts';
import { waitingConcurrentTrades } from './concurrent-trades.ts';

/** `GET /api/v1/account/pending-limits`: what a person raised and from when on it counts. */
export function registerPendingLimits(app: App, { db, clock }: { readonly db: Database; readonly clock: Clock }): void {
  app.get(
    '/api/v1/account/pending-limits',
    {
      preHandler: app.authenticate,
      schema: {
        tags: ['Cuenta'],
        summary: 'Límites elevados que todavía no rigen',
        response: { 200: success(PendingLimits) },
      },
    },
    async ({ principal }) => {
      const waiting = await waitingConcurrentTrades(db.sql, principal.userId, new Date(clock.now()));
      const max_concurrent_trades = waiting && { value: waiting.value, from: waiting.from.toISOString() };
      return { success: true as const, data: { max_concurrent_trades } };
    },
  );
}
