import { Readable } from 'node:stream';
import { ErrorBody } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import { z } from 'zod';
import type { ExportSection } from '#platform/export/export-section.ts';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { RateLimiter } from '#platform/throttle/throttle.ts';
import { callerOf, securityEventOf } from '../caller.ts';
import type { SecurityNotices } from '../safety/security-notices.ts';
import { exportFile } from './export-file.ts';

export type ExportDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly securityLog: SecurityLog;
  readonly notices: SecurityNotices;
  /** The data that each feature stores about a user. */
  readonly exportSections: readonly ExportSection[];
};

/** Rate limit of exports, because each reads the whole history of a user. */
const RATE = { burst: 5, windowMs: 60 * 60_000 };

/** An export counts as this many requests in the general rate limit of a user. */
const REQUEST_COST = 50;

/** Registers `GET /api/v1/account/export`, which downloads all data about the user. Bot tokens are refused. */
export function registerExportRoute(app: App, { db, clock, securityLog, notices, exportSections }: ExportDeps): void {
  const limiter = new RateLimiter(clock);
  app.get(
    '/api/v1/account/export',
    {
      preHandler: app.authenticate,
      exposeHeadRoute: false,
      config: { effects: ['reads_account'], requestCost: REQUEST_COST, freshProof: 'always' },
      schema: {
        tags: ['Cuenta'],
        summary: 'Descarga todos los datos de la cuenta en un archivo JSON',
        response: { 200: z.unknown().describe('Un archivo JSON con una sección por clase de datos'), '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { userId } = request.principal;
      const waitMs = limiter.take(userId, RATE);
      if (waitMs > 0) {
        reply.header('retry-after', Math.ceil(waitMs / 1_000));
        throw new ApiError('rate_limited');
      }
      const caller = callerOf(request);
      await db.transaction(async (tx) => {
        await securityLog.append(tx, [securityEventOf(caller, 'data_exported')]);
        await notices.announce(tx, caller, { kind: 'data_exported' });
      });
      const now = new Date(clock.now());
      const name = `vigia-datos-${now.toISOString().slice(0, 10)}.json`;
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(exportFile(exportSections, db.sql, userId, now)));
    },
  );
}
