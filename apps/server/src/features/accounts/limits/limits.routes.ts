import { LimitsQuery, RiskLimitsChange, RiskLimitsView } from '@vigia/contract';
import type { LimitBook, UserLimits } from '@vigia/core/risk';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { callerOf } from '../caller.ts';
import { changeOwnLimits, type LimitsDeps } from './change-limits.ts';
import { chooseLimitBook, readLimitBooks, refuseAboveBalance } from './limit-books.ts';
import { toLimitsView, toLimitValues } from './limits-wire.ts';
import { readLimits } from './stored-limits.ts';

const PATH = '/api/v1/account/limits';

/**
 * Registers the routes of a user's own limits. A bot token may read the limits; only a signed-in user may change them.
 */
export function registerLimitsRoutes(app: App, { db, clock, securityLog }: LimitsDeps): void {
  const routes = memberRoutes(app, 'Cuenta');
  const answered = { data: RiskLimitsView, failures: '4xx' } as const;
  const view = async (userId: string, book: LimitBook, limits: UserLimits): Promise<RiskLimitsView> => ({
    book,
    books: await readLimitBooks(db.sql, userId, book),
    ...toLimitsView(limits, book),
  });
  routes.get(
    PATH,
    {
      ...answered,
      config: { effects: ['reads'] },
      summary: 'Límites de riesgo en vigor y los que todavía esperan, para dinero real o práctica en una moneda',
      querystring: LimitsQuery,
    },
    async ({ principal: { userId }, query }) => {
      const book = await chooseLimitBook(db.sql, userId, query);
      return view(userId, book, await readLimits(db.sql, userId, book, clock.now()));
    },
  );
  routes.put(
    PATH,
    {
      ...answered,
      config: { effects: ['changes_limits'] },
      summary: 'Cambia límites de riesgo: lo más estricto rige enseguida, lo más laxo a las 24 horas',
      body: RiskLimitsChange,
    },
    async (request) => {
      const { userId } = request.principal;
      const book = request.body.book ?? (await chooseLimitBook(db.sql, userId, {}));
      const change = toLimitValues(request.body, book);
      if (!change.ok) throw new ApiError('validation_failed', {}, change.error);
      const asked = { book, change: change.value };
      const limits = await db.transaction(async (tx) => {
        await refuseAboveBalance(tx, userId, asked, clock.now());
        return changeOwnLimits(securityLog, tx, callerOf(request), asked, clock.now());
      });
      return view(userId, book, limits);
    },
  );
}
