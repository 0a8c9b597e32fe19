import { AccountView, MockReset } from '@vigia/contract';
import { orRefuse } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Orders } from '../placing/orders.ts';

/**
 * Registers `POST /api/v1/trading/mock/reset`, which resets the balance of the paper account. Only users may call it,
 * not bots.
 */
export function registerMockRoutes(app: App, orders: Pick<Orders, 'resetMock'>): void {
  memberRoutes(app, 'Operaciones').post(
    '/api/v1/trading/mock/reset',
    {
      config: { effects: ['changes_account'] },
      summary: 'Reinicia el saldo de la cuenta simulada',
      description:
        'El saldo libre pasa a ser `balance` (de 1 a 1,000,000 con dos decimales; sin él, 10,000). Lo apostado en operaciones abiertas no cambia.',
      body: MockReset,
      data: AccountView,
      failures: '4xx',
    },
    async ({ principal, body }) => orRefuse(await orders.resetMock(principal.userId, body)),
  );
}
