import { Preferences, PreferencesChange } from '@vigia/contract';
import { invariant } from '@vigia/core/kernel';
import { PAPER_BOOK } from '@vigia/core/risk';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Columns, Sql } from '#platform/persistence/database.ts';
import { callerOf } from '../caller.ts';
import { changeOwnLimits, type LimitsDeps } from '../limits/change-limits.ts';
import { ianaTimeZone } from '../time-zone.ts';

const PATH = '/api/v1/account/preferences';
const NO_TIME_ZONE_ES = 'No es una zona horaria, como America/Bogota.';

/**
 * Registers the routes of a user's preferences: time zone, asset, timeframe, refresh interval and the mail with the
 * head of the evidence log. Bot tokens are refused.
 */
export function registerPreferencesRoutes(app: App, { db, clock, securityLog }: LimitsDeps): void {
  const routes = memberRoutes(app, 'Cuenta');
  const answered = { data: Preferences, failures: '4xx' } as const;
  routes.get(
    PATH,
    { ...answered, config: { effects: ['reads_account'] }, summary: 'Zona horaria y lo que abre el gráfico' },
    ({ principal }) => readPreferences(db.sql, principal.userId),
  );
  routes.put(
    PATH,
    {
      ...answered,
      config: { effects: ['changes_screen', 'changes_limits'] },
      summary: 'Cambia zona horaria y lo que abre el gráfico',
      body: PreferencesChange,
    },
    async (request) => {
      const change = checked(request.body);
      const { userId } = request.principal;
      return db.transaction(async (tx) => {
        const nowMs = clock.now();
        // The limits adopt a new time zone a day later. Otherwise a user could start a new limit day at once by
        // choosing a time zone further east.
        const { time_zone: timeZone } = change;
        if (timeZone !== undefined) {
          const asked = { book: PAPER_BOOK, change: { timeZone } };
          await changeOwnLimits(securityLog, tx, callerOf(request), asked, nowMs);
        }
        await writePreferences(tx, userId, change, new Date(nowMs));
        return readPreferences(tx, userId);
      });
    },
  );
}

/**
 * Returns the change with the canonical name of its time zone.
 * @throws ApiError if the time zone is unknown
 */
function checked({ time_zone: asked, ...change }: PreferencesChange): PreferencesChange {
  if (asked === undefined) return change;
  const timeZone = ianaTimeZone(asked);
  if (timeZone === null) throw new ApiError('validation_failed', {}, [{ path: 'time_zone', message: NO_TIME_ZONE_ES }]);
  return { ...change, time_zone: timeZone };
}

async function readPreferences(sql: Sql, userId: string): Promise<Preferences> {
  const [row] = await sql<Preferences[]>`
    SELECT time_zone, default_symbol, default_timeframe, refresh_interval_s, mails_log_head
    FROM user_settings WHERE user_id = ${userId}`;
  invariant(row !== undefined, `user ${userId} has settings`);
  return row;
}

/** Writes only the preferences in the request, so that a concurrent change of another preference is kept. */
async function writePreferences(sql: Sql, userId: string, change: PreferencesChange, now: Date): Promise<void> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const columns: Columns = { ...Object.fromEntries(named), updated_at: now };
  await sql`UPDATE user_settings SET ${sql(columns)} WHERE user_id = ${userId}`;
}
