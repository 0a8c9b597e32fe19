import { RiskLimitsChange, RiskLimitsView } from '@vigia/contract';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { callerOf } from '../caller.ts';
import { changeOwnLimits, type LimitsDeps } from './change-limits.ts';
import { toLimitsView, toLimitValues } from './limits-wire.ts';
import { readLimits } from './stored-limits.ts';

const PATH = '/api/v1/account/limits';

/** Routes for a user's own limits. A bot token may read them; only the user changes them. */
export function registerLimitsRoutes(app: App, { db, clock, securityLog }: LimitsDeps): void {
  const routes = memberRoutes(app, 'Cuenta');
  const answered = { data: RiskLimitsView, failures: '4xx' } as const;
  routes.get(
    PATH,
    { ...answered, config: { botScope: 'read' }, summary: 'Límites de riesgo en vigor y los que todavía esperan' },
    async ({ principal }) => toLimitsView(await readLimits(db.sql, principal.userId, clock.now())),
  );
  routes.put(
    PATH,
    {
      ...answered,
      summary: 'Cambia límites de riesgo: lo más estricto rige enseguida, lo más laxo a las 24 horas',
      body: RiskLimitsChange,
    },
    async (request) => {
      const change = toLimitValues(request.body);
      if (!change.ok) throw new ApiError('validation_failed', {}, change.error);
      const limits = await db.transaction((tx) =>
        changeOwnLimits(securityLog, tx, callerOf(request), change.value, clock.now()),
      );
      return toLimitsView(limits);
    },
  );
}
