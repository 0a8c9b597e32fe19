import { OpenSession } from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Auth } from '../auth.ts';
import { originOf } from './read.ts';

const PATH = '/api/v1/account/sessions';

/** Registers the routes that list and end the user's sessions. */
export function registerSessionListRoutes(app: App, { openSessions }: Pick<Auth, 'openSessions'>): void {
  const routes = memberRoutes(app, 'Cuenta');
  const listed = { config: { effects: ['reads_account'] }, summary: 'Tus sesiones abiertas' } as const;
  routes.get(PATH, { ...listed, data: z.array(OpenSession) }, async ({ principal }) => {
    const rows = await openSessions.list(principal.userId);
    return rows.map((row) => ({
      id: row.id,
      ip: row.ip,
      user_agent: row.user_agent,
      aal: row.aal,
      current: row.id === principal.sessionId,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    }));
  });
  routes.delete(
    `${PATH}/:id`,
    {
      config: { effects: ['changes_account'] },
      summary: 'Cierra una sesión',
      params: z.object({ id: z.uuid() }),
      data: z.null(),
      failures: 404,
    },
    async (request) => {
      const isEnded = await openSessions.end(request.principal, request.params.id, originOf(request));
      if (!isEnded) throw new ApiError('session_not_found');
      return null;
    },
  );
}
