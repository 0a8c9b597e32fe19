import { Option, OptionParams, SaleRequest, SaleView } from '@vigia/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError, valueOrApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { sessionsLeaseOf } from '../../brokers/index.ts';
import { isIdempotencyKey } from '../idempotency.ts';
import type { EarlySales } from './sale-port.ts';

const TO_SESSIONS = { lease: ({ principal }: FastifyRequest) => sessionsLeaseOf(principal.userId) };
const PATH = '/api/v1/trading/option/:id/sale';

/** Registers the routes of early sales: the price at which a running trade can be sold now, and the sale itself. */
export function registerSaleRoutes(app: App, sales: EarlySales): void {
  const routes = memberRoutes(app, 'Operaciones');
  routes.get(
    PATH,
    {
      config: { effects: ['reads'], routedTo: TO_SESSIONS },
      summary: 'Por cuánto se puede vender ahora una operación en marcha, o por qué no se puede',
      params: OptionParams,
      data: SaleView,
      failures: 404,
    },
    async ({ principal, params }) => valueOrNotFound(await sales.offer(principal, params.id), 'trade_not_found'),
  );
  routes.post(
    PATH,
    {
      config: { effects: ['places_orders'], routedTo: TO_SESSIONS },
      summary: 'Vende una operación en marcha antes de su expiración',
      description:
        'Por `min_price` o más. Con la misma cabecera Idempotency-Key y los mismos datos nunca se envía otra venta. Si la operación devuelta sigue activa, la respuesta del bróker se perdió: lo dirán sus registros.',
      params: OptionParams,
      headers: z.object({ 'idempotency-key': z.string().optional() }),
      body: SaleRequest,
      data: Option,
      failures: '4xx',
    },
    async ({ principal, params, headers, body }) => {
      const key = headers['idempotency-key'] ?? null;
      if (key !== null && !isIdempotencyKey(key)) throw new ApiError('idempotency_key_invalid');
      return valueOrApiError(valueOrNotFound(await sales.sell(principal, params.id, body, key), 'trade_not_found'));
    },
  );
}
