import { ErrorBody, RiskLimitsChange, RiskLimitsView, success } from '@vigia/contract';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { callerOf } from '../caller.ts';
import { changeOwnLimits, type LimitsDeps } from './change-limits.ts';
import { toLimitsView, toLimitValues } from './limits-wire.ts';
import { readLimits } from './stored-limits.ts';

const TAGS = ['Cuenta'];
const response = { 200: success(RiskLimitsView), '4xx': ErrorBody };

/** Routes for a user's own limits. A bot token may read them; only the user changes them. */
export function registerLimitsRoutes(app: App, { db, clock, securityLog }: LimitsDeps): void {
  const preHandler = app.authenticate;
  app.get(
    '/api/v1/account/limits',
    {
      preHandler,
      config: { botScope: 'read' },
      schema: { tags: TAGS, summary: 'Límites de riesgo en vigor y los que todavía esperan', response },
    },
    async ({ principal }) => ({
      success: true as const,
      data: toLimitsView(await readLimits(db.sql, principal.userId, clock.now())),
    }),
  );
  app.put(
    '/api/v1/account/limits',
    {
      preHandler,
      schema: {
        tags: TAGS,
        summary: 'Cambia límites de riesgo: lo más estricto rige enseguida, lo más laxo a las 24 horas',
        body: RiskLimitsChange,
        response,
      },
    },
    async (request) => {
      const change = toLimitValues(request.body);
      if (!change.ok) throw new ApiError('validation_failed', {}, change.error);
      const limits = await db.transaction((tx) =>
        changeOwnLimits(securityLog, tx, callerOf(request), change.value, clock.now()),
      );
      return { success: true as const, data: toLimitsView(limits) };
    },
  );
}
