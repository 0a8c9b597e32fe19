import { CurrentMode, success } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import type { App } from '#platform/http/app.ts';
import type { Database } from '#platform/persistence/database.ts';
import { accountView } from './account-view.ts';

/** `GET /api/v1/trading/mode/current`: the mode orders go to, and the account behind it. */
export function registerCurrentMode(app: App, { db, clock }: { readonly db: Database; readonly clock: Clock }): void {
  app.get(
    '/api/v1/trading/mode/current',
    {
      preHandler: app.authenticate,
      config: { botScope: 'read' },
      schema: {
        tags: ['Operaciones'],
        summary: 'Modo actual y su cuenta',
        response: { 200: success(CurrentMode) },
      },
    },
    async ({ principal }) => {
      const account = await accountView(db.sql, principal.userId);
      const server_time = new Date(clock.now()).toISOString();
      return { success: true as const, data: { mode: 'mock' as const, account, server_time } };
    },
  );
}
