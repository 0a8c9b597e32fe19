import { AccountDeletion, ErrorBody, success } from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { callerOf } from '../caller.ts';
import { type DeletionDeps, deleteAccount } from './delete-account.ts';

/**
 * Registers `POST /api/v1/account/delete`. The request must contain a phrase, and a re-authentication proof or the
 * password; the user is then deleted with all data. Bot tokens are refused.
 */
export function registerDeletionRoute(app: App, deps: DeletionDeps): void {
  app.post(
    '/api/v1/account/delete',
    {
      preHandler: app.authenticate,
      config: { effects: ['changes_account'], freshProof: 'own' },
      schema: {
        tags: ['Cuenta'],
        summary: 'Elimina la cuenta y todos sus datos, para siempre',
        body: AccountDeletion,
        response: { 200: success(z.null()), '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const deleted = await deleteAccount(deps, callerOf(request), {
        isProved: app.isProved(request),
        password: request.body.password,
      });
      if (deleted.ok) return { success: true as const, data: null, message: 'Tu cuenta fue eliminada.' };
      if (deleted.error.code === 'rate_limited') reply.header('retry-after', deleted.error.retryAfterS);
      throw new ApiError(deleted.error.code);
    },
  );
}
