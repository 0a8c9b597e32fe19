import { SecurityLogEntry, SecurityLogQuery } from '@vigia/contract';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Auth } from '../auth.ts';

/** Registers the route that returns the security log of the caller's own account, newest entry first. */
export function registerSecurityLogRoutes(app: App, { securityEntries }: Pick<Auth, 'securityEntries'>): void {
  memberRoutes(app, 'Cuenta').get(
    '/api/v1/account/security-log',
    {
      config: { effects: ['reads_account'] },
      summary: 'Registro de seguridad, lo más reciente primero',
      querystring: SecurityLogQuery,
      data: z.array(SecurityLogEntry),
    },
    async ({ principal, query: { limit, before } }) => {
      const entries = await securityEntries(principal.userId, { limit, ...(before !== undefined && { before }) });
      return entries.map((entry) => ({
        seq: entry.seq,
        kind: entry.kind,
        ip: entry.ip,
        user_agent: entry.userAgent,
        at: entry.at.toISOString(),
        detail: { ...entry.detail },
      }));
    },
  );
}
