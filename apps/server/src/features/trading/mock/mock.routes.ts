import { AccountView, MockReset, PaperExecutionView } from '@vigia/contract';
import { valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { OrderService } from '../placing/orders.ts';

/**
 * Registers the routes of the paper account: how it fills orders, and `POST /api/v1/trading/mock/reset`, which resets
 * its balance. Only users may reset it, not bots.
 */
export function registerMockRoutes(app: App, orders: Pick<OrderService, 'resetMock' | 'paperExecution'>): void {
  const routes = memberRoutes(app, 'Operaciones');
  routes.get(
    '/api/v1/trading/paper-execution',
    {
      config: { effects: ['reads'] },
      summary: 'Con qué retraso y cuántos rechazos opera la cuenta simulada en los precios que ves',
      data: PaperExecutionView,
    },
    ({ principal }) => orders.paperExecution(principal.userId),
  );
  routes.post(
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
    async ({ principal, body }) => valueOrApiError(await orders.resetMock(principal.userId, body)),
  );
}
