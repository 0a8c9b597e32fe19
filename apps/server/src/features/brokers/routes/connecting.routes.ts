import {
  BrokerCodeBody,
  type BrokerCredentialsBody,
  BrokerParams,
  DerivCredentialsBody,
  OptionalBrokerCredentials,
} from '@vigia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/http/app.ts';
import { callerOf } from '../../accounts/index.ts';
import type { BrokerConnections } from '../broker-connections.ts';
import { readCredentials } from '../read-credentials.ts';
import { acting, answer, brokerOf, orAnswer, PREFIX, RESPONSE, SENT, statusOf, TAGS } from './answering.ts';

/** Registers the routes to sign in at a broker and to test a sign-in. */
export function registerConnecting(app: App, brokers: BrokerConnections): void {
  const preHandler = app.authenticate;
  const connect = async (request: FastifyRequest, reply: FastifyReply, id: string, body: BrokerCredentialsBody) => {
    const broker = brokerOf(brokers, id);
    const given = await orAnswer(brokers, request, reply, broker, readCredentials(broker, body));
    if (given === SENT) return reply;
    const done = await brokers.connect(callerOf(request), broker, given);
    return answer(brokers, request, reply, broker, done, `Conectado a ${broker.traits.displayName}.`);
  };
  app.post(
    `${PREFIX}/connect/deriv`,
    {
      preHandler,
      config: acting('connect_deriv'),
      schema: {
        tags: TAGS,
        summary: 'Conecta con Deriv por su token; sin él, con el guardado',
        body: DerivCredentialsBody,
        response: RESPONSE,
      },
    },
    (request, reply) => connect(request, reply, 'deriv', request.body ?? {}),
  );
  app.post(
    `${PREFIX}/connect/:broker`,
    {
      preHandler,
      config: acting('connect_broker'),
      schema: {
        tags: TAGS,
        summary: 'Conecta con un bróker; sin credenciales, con las guardadas',
        params: BrokerParams,
        body: OptionalBrokerCredentials,
        response: RESPONSE,
      },
    },
    (request, reply) => connect(request, reply, request.params.broker, request.body ?? {}),
  );
  app.post(
    '/api/v1/trading/credentials/iqoption',
    {
      preHandler,
      config: acting('connect_iqoption'),
      schema: {
        tags: TAGS,
        summary: 'Guarda las credenciales de IQ Option si el bróker las acepta, y conecta',
        body: OptionalBrokerCredentials,
        response: RESPONSE,
      },
    },
    (request, reply) => connect(request, reply, 'iqoption', request.body ?? {}),
  );
  app.post(
    `${PREFIX}/code/:broker`,
    {
      preHandler,
      config: acting('connect_broker'),
      schema: {
        tags: TAGS,
        summary: 'Sigue con el código que envió el bróker',
        params: BrokerParams,
        body: BrokerCodeBody,
        response: RESPONSE,
      },
    },
    async (request, reply) => {
      const broker = brokerOf(brokers, request.params.broker);
      const done = await brokers.answerCode(callerOf(request), broker, request.body.code);
      return answer(brokers, request, reply, broker, done, `Conectado a ${broker.traits.displayName}.`);
    },
  );
  app.post(
    `${PREFIX}/test/:broker`,
    {
      preHandler,
      config: acting('test_broker'),
      schema: {
        tags: TAGS,
        summary: 'Prueba la conexión o unas credenciales, sin guardar nada',
        params: BrokerParams,
        body: OptionalBrokerCredentials,
        response: RESPONSE,
      },
    },
    async (request, reply) => {
      const broker = brokerOf(brokers, request.params.broker);
      const given = await orAnswer(brokers, request, reply, broker, readCredentials(broker, request.body ?? {}));
      if (given === SENT) return reply;
      const probe = await orAnswer(
        brokers,
        request,
        reply,
        broker,
        await brokers.test(callerOf(request), broker, given),
      );
      if (probe === SENT) return reply;
      const status = await statusOf(brokers, request, broker);
      const pace = probe.roundTripMs === null ? '' : ` Respondió en ${Math.round(probe.roundTripMs)} ms.`;
      return {
        success: true as const,
        message: `La conexión con ${broker.traits.displayName} funciona.${pace}`,
        ...status,
        account_info: { ...status.account_info, accounts: probe.accounts },
        connection_info: { ...status.connection_info, round_trip_ms: probe.roundTripMs },
      };
    },
  );
}
