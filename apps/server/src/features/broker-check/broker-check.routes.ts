import type { Broker } from '@vigia/broker-kit/port';
import {
  BROKER_CHECK_ES,
  BrokerCheckOrderBody,
  BrokerCheckResponse,
  type BrokerCheckView,
  BrokerParams,
} from '@vigia/contract';
import { CHECK_STEPS } from '@vigia/core/vocabulary';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { sessionsLeaseOf } from '../brokers/index.ts';
import type { BrokerChecks } from './broker-checks.ts';

const URL = '/api/v1/multi-broker/check/:broker';

/** Registers the routes that start a check, read it, answer its question about the demo order, and cancel it. */
export function registerBrokerCheckRoutes(app: App, checks: BrokerChecks): void {
  const routedTo = { lease: ({ principal }: FastifyRequest) => sessionsLeaseOf(principal.userId) };
  const common = {
    preHandler: app.authenticate,
    config: { saysSuccess: true, fallback: 'test_broker', routedTo } as const,
    schema: { tags: ['Brókeres'], params: BrokerParams, response: { 200: BrokerCheckResponse } },
  };
  const changing = { ...common, config: { ...common.config, effects: ['changes_connection'] as const } };
  const route = (
    method: 'GET' | 'POST' | 'DELETE',
    summary: string,
    act: (request: FastifyRequest, broker: Broker) => void,
  ): void =>
    void app.route({
      ...common,
      method,
      url: URL,
      config: method === 'GET' ? { ...common.config, effects: ['reads'] } : changing.config,
      schema: { ...common.schema, summary },
      handler: async (request) => {
        const broker = brokerOf(checks, BrokerParams.parse(request.params).broker);
        act(request, broker);
        return answerOf(checks, request, broker);
      },
    });

  route('GET', 'El estado de la comprobación de un bróker', () => undefined);
  route('POST', 'Empieza a comprobar un bróker por la conexión abierta; solo lee', ({ principal }, broker) =>
    start(checks, principal, broker),
  );
  route('DELETE', 'Deja de comprobar un bróker', ({ principal: { userId } }, broker) =>
    checks.cancel(userId, broker.id),
  );
  app.post(
    `${URL}/order`,
    {
      ...common,
      config: { ...common.config, effects: ['places_orders'] as const },
      schema: {
        ...common.schema,
        summary: 'Dice si la comprobación puede enviar su orden demo',
        body: BrokerCheckOrderBody,
      },
    },
    async (request) => {
      const broker = brokerOf(checks, request.params.broker);
      checks.answer(request.principal.userId, broker.id, request.body.send);
      return answerOf(checks, request, broker);
    },
  );
}

/**
 * Returns the broker with this id.
 * @throws ApiError broker_unknown
 */
function brokerOf(checks: BrokerChecks, id: string): Broker {
  const broker = checks.broker(id);
  if (broker === undefined) throw new ApiError('broker_unknown', { broker: id });
  return broker;
}

/**
 * Starts a check.
 * @throws ApiError broker_not_connected, broker_throttled
 */
function start(checks: BrokerChecks, principal: FastifyRequest['principal'], { id, traits }: Broker): void {
  const started = checks.start(principal, id);
  if (started.ok) return;
  const name = traits.displayName;
  if (started.error.code === 'broker_not_connected') throw new ApiError('broker_not_connected', { name });
  throw new ApiError('broker_throttled', { name, seconds: Math.ceil(started.error.waitMs / 1_000) });
}

function answerOf(checks: BrokerChecks, { principal }: FastifyRequest, broker: Broker): BrokerCheckResponse {
  const view = checks.view(principal.userId, broker.id) ?? none(broker);
  return { success: true, message: SENTENCES[view.state](broker.traits.displayName), ...view };
}

const none = ({ id }: Broker): BrokerCheckView => ({
  broker: id,
  state: 'none',
  steps: CHECK_STEPS.map((step) => ({ step, name: BROKER_CHECK_ES.step(step), state: 'waiting', text: '' })),
  order: null,
});

const SENTENCES: Readonly<Record<BrokerCheckView['state'], (name: string) => string>> = {
  none: (name) => `No hay ninguna comprobación de ${name}.`,
  running: (name) => `Comprobando ${name}.`,
  asking: (name) => `La comprobación de ${name} espera a que confirmes su orden demo.`,
  done: (name) => `La comprobación de ${name} terminó.`,
  cancelled: (name) => `La comprobación de ${name} se dejó.`,
};
