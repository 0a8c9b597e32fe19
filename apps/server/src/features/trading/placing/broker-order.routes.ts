import { BrokerErrorBody, BrokerOrderBody, BrokerParams, BrokerTradeResponse } from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { toBody } from '#platform/http/error-handling.ts';
import { type BrokerConnections, sessionsLeaseOf } from '../../brokers/index.ts';
import { isIdempotencyKey } from '../idempotency.ts';
import type { OrderService } from './orders.ts';

type Deps = {
  readonly orders: Pick<OrderService, 'place'>;
  readonly brokers: Pick<BrokerConnections, 'broker' | 'statuses'>;
};

/**
 * Registers `POST /api/v1/multi-broker/trade/{broker}`, which places an order on the account chosen for that
 * connection, in any trading mode. The request names the account; the order is refused if another account is chosen.
 */
export function registerBrokerOrderRoute(app: App, { orders, brokers }: Deps): void {
  app.post(
    '/api/v1/multi-broker/trade/:broker',
    {
      preHandler: app.authenticate,
      config: {
        effects: ['places_orders'],
        saysSuccess: true,
        fallback: 'trade_broker',
        routedTo: { lease: ({ principal }) => sessionsLeaseOf(principal.userId) },
      },
      schema: {
        tags: ['Brókeres'],
        summary: 'Abre una operación en un bróker, en la cuenta elegida para esa conexión',
        description:
          'Con la misma cabecera Idempotency-Key y los mismos datos responde siempre la misma operación. `account_type` dice para qué cuenta es; si la elegida es otra, no se envía nada.',
        headers: z.object({ 'idempotency-key': z.string().optional() }),
        params: BrokerParams,
        body: BrokerOrderBody,
        response: { 201: BrokerTradeResponse, '4xx': BrokerErrorBody },
      },
    },
    async (request, reply) => {
      const broker = brokers.broker(request.params.broker);
      if (broker === undefined) throw new ApiError('broker_unknown', { broker: request.params.broker });
      const key = request.headers['idempotency-key'] ?? null;
      if (key !== null && !isIdempotencyKey(key)) throw new ApiError('idempotency_key_invalid');
      const { principal } = request;
      const { account_type: kind, ...order } = request.body;
      const placed = await orders.place(principal, order, key, { broker: broker.id, kind });
      const status = (await brokers.statuses(principal.userId)).find((one) => one.broker === broker.id);
      if (status === undefined) throw new ApiError('broker_unknown', { broker: broker.id });
      if (!placed.ok) {
        const error = new ApiError(placed.error.code, placed.error.values, placed.error.details);
        const body = toBody(error, request);
        const answer = { ...status, ...body, success: false as const, message: body.error.message };
        return reply.status(error.status).send(answer);
      }
      const { displayName } = broker.traits;
      const message =
        placed.value.execution === 'confirmed'
          ? `Operación abierta en ${displayName}.`
          : `Orden enviada a ${displayName}: todavía no sabemos si la aceptó.`;
      return reply.code(201).send({ ...status, success: true, message, data: placed.value });
    },
  );
}
