import { ErrorBody, OpenSession, success } from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Auth } from '../auth.ts';
import { originOf } from './read.ts';

const PATH = '/api/v1/account/sessions';
const tags = ['Cuenta'];

/** Where the person is signed in, and ending any of it. */
export function registerSessionListRoutes(app: App, { openSessions }: Pick<Auth, 'openSessions'>): void {
  const preHandler = app.authenticate;
  app.get(
    PATH,
    {
      preHandler,
      schema: { tags, summary: 'Tus sesiones abiertas', response: { 200: success(z.array(OpenSession)) } },
    },
    async ({ principal }) => {
      const rows = await openSessions.list(principal.userId);
      const data = rows.map((row) => ({
        id: row.id,
        ip: row.ip,
        user_agent: row.user_agent,
        aal: row.aal,
        current: row.id === principal.sessionId,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
      }));
      return { success: true as const, data };
    },
  );
  app.delete(
    `${PATH}/:id`,
    {
      preHandler,
      schema: {
        tags,
        summary: 'Cierra una sesión',
        params: z.object({ id: z.uuid() }),
        response: { 200: success(z.null()), 404: ErrorBody },
      },
    },
    async (request) => {
      const isEnded = await openSessions.end(request.principal, request.params.id, originOf(request));
      if (!isEnded) throw new ApiError('session_not_found');
      return { success: true as const, data: null };
    },
  );
}
