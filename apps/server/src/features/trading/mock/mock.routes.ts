import { AccountView, ErrorBody, MockReset, success } from '@vigia/contract';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Trading } from '../trading.ts';

/** `POST /api/v1/trading/mock/reset`: restarts practice. For users only, not for bots. */
export function registerMockRoutes(app: App, trading: Trading): void {
  app.post(
    '/api/v1/trading/mock/reset',
    {
      preHandler: app.authenticate,
      schema: {
        tags: ['Operaciones'],
        summary: 'Reinicia el saldo de la cuenta simulada',
        description:
          'El saldo libre pasa a ser `balance` (de 1 a 1,000,000 con dos decimales; sin él, 10,000). Lo apostado en operaciones abiertas no cambia.',
        body: MockReset,
        response: { 200: success(AccountView), '4xx': ErrorBody },
      },
    },
    async ({ principal, body }) => {
      const account = await trading.resetMock(principal.userId, body);
      if (!account.ok) throw new ApiError(account.error.code, account.error.values);
      return { success: true as const, data: account.value };
    },
  );
}
