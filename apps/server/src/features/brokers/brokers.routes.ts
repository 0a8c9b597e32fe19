import type { Broker } from '@vigia/broker-kit/port';
import {
  BrokerAccountBody,
  BrokerAnswer,
  BrokerAssetsAnswer,
  BrokerBalanceAnswer,
  BrokerCodeBody,
  type BrokerCredentialsBody,
  BrokerErrorBody,
  BrokerParams,
  type BrokerStatusView,
  BrokersAnswer,
  BrokersStatusAnswer,
  DerivCredentialsBody,
  type Fallback,
  OptionalBrokerCredentials,
} from '@vigia/contract';
import { invariant, type Result } from '@vigia/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { toBody } from '#platform/http/error-handling.ts';
import { acceptEmptyJson, type Caller, callerOf } from '../accounts/index.ts';
import { overall, statusSentence, toAssetView, toBrokerView } from './answers.ts';
import type { BrokerConnections } from './broker-connections.ts';
import { readCredentials } from './read-credentials.ts';
import type { BrokerRefusal } from './refusal.ts';

const TAGS = ['Brókeres'];
const PREFIX = '/api/v1/multi-broker';

/** Everything a person asks of his connections. A bot needs the scope `connections`, and never reaches real money. */
export function registerBrokerRoutes(app: App, brokers: BrokerConnections): void {
  void app.register(async (scope: App) => {
    acceptEmptyJson(scope);
    registerReading(scope, brokers);
    registerConnecting(scope, brokers);
    registerChoosing(scope, brokers);
  });
}

function registerReading(app: App, brokers: BrokerConnections): void {
  const preHandler = app.authenticate;
  const config = { botScope: 'read' as const, saysSuccess: true };
  app.get(
    `${PREFIX}/brokers`,
    {
      ...{ preHandler, config },
      schema: {
        tags: TAGS,
        summary: 'Los brókeres que hay y cómo está cada conexión',
        response: { 200: BrokersAnswer },
      },
    },
    async ({ principal: { userId } }) => {
      const statuses = await brokers.statuses(userId);
      const views = brokers.catalog().map((broker, index) => toBrokerView(broker, at(statuses, index)));
      return { ...summary(statuses), brokers: views };
    },
  );
  app.get(
    `${PREFIX}/status`,
    {
      ...{ preHandler, config },
      schema: { tags: TAGS, summary: 'Estado de todas las conexiones', response: { 200: BrokersStatusAnswer } },
    },
    async ({ principal: { userId } }) => {
      const statuses = await brokers.statuses(userId);
      return { ...summary(statuses), brokers: [...statuses] };
    },
  );
  const ofOne = { tags: TAGS, params: BrokerParams };
  app.get(
    `${PREFIX}/status/:broker`,
    {
      ...{ preHandler, config },
      schema: { ...ofOne, summary: 'Estado de una conexión', response: { 200: BrokerAnswer, '4xx': BrokerErrorBody } },
    },
    async (request) => {
      const { broker, status } = await asked(brokers, request);
      return { success: true as const, message: statusSentence(broker, status), ...status };
    },
  );
  app.get(
    `${PREFIX}/balance/:broker`,
    {
      ...{ preHandler, config },
      schema: {
        ...{ ...ofOne, summary: 'Saldo de la cuenta elegida' },
        response: { 200: BrokerBalanceAnswer, '4xx': BrokerErrorBody },
      },
    },
    async (request) => {
      const { broker, status } = await asked(brokers, request);
      const { current_balance: balance, currency } = status.account_info;
      return { success: true as const, message: statusSentence(broker, status), ...status, balance, currency };
    },
  );
  app.get(
    `${PREFIX}/assets/:broker`,
    {
      ...{ preHandler, config },
      schema: {
        ...{ ...ofOne, summary: 'Activos que ofrece el bróker ahora' },
        response: { 200: BrokerAssetsAnswer, '4xx': BrokerErrorBody },
      },
    },
    async (request) => {
      const { broker, status } = await asked(brokers, request);
      const assets = brokers.connectionOf(request.principal.userId, broker.id)?.session.assets() ?? [];
      const message = statusSentence(broker, status);
      return { success: true as const, message, ...status, assets: assets.map(toAssetView) };
    },
  );
}

const RESPONSE = { 200: BrokerAnswer, '4xx': BrokerErrorBody };
const CONFIG = { botScope: 'connections' as const, saysSuccess: true };
const ofFallback = (fallback: Fallback) => ({ ...CONFIG, fallback });

function registerConnecting(app: App, brokers: BrokerConnections): void {
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
      ...{ preHandler, config: ofFallback('connect_deriv') },
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
      ...{ preHandler, config: ofFallback('connect_broker') },
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
      ...{ preHandler, config: ofFallback('connect_iqoption') },
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
      ...{ preHandler, config: ofFallback('connect_broker') },
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
      ...{ preHandler, config: ofFallback('test_broker') },
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
        ...{ success: true as const, message: `La conexión con ${broker.traits.displayName} funciona.${pace}` },
        ...status,
        account_info: { ...status.account_info, accounts: probe.accounts },
        connection_info: { ...status.connection_info, round_trip_ms: probe.roundTripMs },
      };
    },
  );
}

function registerChoosing(app: App, brokers: BrokerConnections): void {
  const preHandler = app.authenticate;
  /** A route that only names its broker. */
  const simple = (
    method: 'POST' | 'DELETE',
    path: string,
    about: { readonly summary: string; readonly fallback: Fallback; readonly done: (name: string) => string },
    act: (caller: Caller, broker: Broker) => Promise<Result<null, BrokerRefusal>>,
  ): void => {
    app.route({
      ...{ method, url: `${PREFIX}${path}`, preHandler, config: ofFallback(about.fallback) },
      schema: { tags: TAGS, summary: about.summary, params: BrokerParams, response: RESPONSE },
      handler: async (request, reply) => {
        const broker = brokerOf(brokers, request.params.broker);
        const done = await act(callerOf(request), broker);
        return answer(brokers, request, reply, broker, done, about.done(broker.traits.displayName));
      },
    });
  };
  simple(
    'POST',
    '/disconnect/:broker',
    {
      summary: 'Desconecta; las credenciales quedan guardadas',
      fallback: 'disconnect_broker',
      done: (name) => `Desconectado de ${name}.`,
    },
    (caller, broker) => brokers.disconnect(caller, broker),
  );
  simple(
    'DELETE',
    '/credentials/:broker',
    {
      summary: 'Desconecta y borra las credenciales guardadas',
      fallback: 'disconnect_broker',
      done: (name) => `Olvidamos tus credenciales de ${name}.`,
    },
    (caller, broker) => brokers.forget(caller, broker),
  );
  simple(
    'POST',
    '/active/:broker',
    {
      summary: 'Elige el bróker al que van las órdenes',
      fallback: 'connect_broker',
      done: (name) => `${name} es tu bróker activo.`,
    },
    (caller, broker) => brokers.chooseActive(caller, broker),
  );
  app.post(
    `${PREFIX}/account/:broker`,
    {
      ...{ preHandler, config: ofFallback('connect_broker') },
      schema: {
        tags: TAGS,
        summary: 'Elige cuenta demo o real; el dinero real pide su frase y todo lo que protege a la persona',
        params: BrokerParams,
        body: BrokerAccountBody,
        response: RESPONSE,
      },
    },
    async (request, reply) => {
      const broker = brokerOf(brokers, request.params.broker);
      const { account_type: kind, confirm } = request.body;
      const done = await brokers.chooseAccount(callerOf(request), broker, kind, confirm);
      const chosen = kind === 'real' ? 'real' : 'demo';
      return answer(brokers, request, reply, broker, done, `${broker.traits.displayName}: cuenta ${chosen}.`);
    },
  );
}

/** @throws ApiError broker_unknown */
function brokerOf(brokers: BrokerConnections, id: string): Broker {
  const broker = brokers.broker(id);
  if (broker === undefined) throw new ApiError('broker_unknown', { broker: id });
  return broker;
}

async function statusOf(
  brokers: BrokerConnections,
  { principal }: FastifyRequest,
  broker: Broker,
): Promise<BrokerStatusView> {
  const status = (await brokers.statuses(principal.userId)).find((one) => one.broker === broker.id);
  invariant(status !== undefined, 'a broker of the catalog has a status');
  return status;
}

/** @throws ApiError broker_unknown */
async function asked(brokers: BrokerConnections, request: FastifyRequest<{ Params: { broker: string } }>) {
  const broker = brokerOf(brokers, request.params.broker);
  return { broker, status: await statusOf(brokers, request, broker) };
}

const SENT = Symbol('answered');

/** The value, or the refusal as an answer: how the connection stands now comes along. */
async function orAnswer<Value>(
  brokers: BrokerConnections,
  request: FastifyRequest,
  reply: FastifyReply,
  broker: Broker,
  outcome: Result<Value, BrokerRefusal>,
): Promise<Value | typeof SENT> {
  if (outcome.ok) return outcome.value;
  const { code, values, details, retryAfterMs } = outcome.error;
  const error = new ApiError(code, values, details);
  const body = toBody(error, request);
  if (retryAfterMs !== undefined) void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  const status = await statusOf(brokers, request, broker);
  void reply.status(error.status).send({ success: false, message: body.error.message, ...body, ...status });
  return SENT;
}

async function answer(
  brokers: BrokerConnections,
  request: FastifyRequest,
  reply: FastifyReply,
  broker: Broker,
  done: Result<null, BrokerRefusal>,
  message: string,
): Promise<BrokerAnswer | FastifyReply> {
  if ((await orAnswer(brokers, request, reply, broker, done)) === SENT) return reply;
  return { success: true, message, ...(await statusOf(brokers, request, broker)) };
}

const summary = (statuses: readonly BrokerStatusView[]) => {
  const top = overall(statuses);
  const connected = statuses.filter((status) => status.connection_status === 'connected').length;
  return {
    success: true as const,
    message: connected === 1 ? '1 bróker conectado.' : `${connected} brókeres conectados.`,
    ...top,
    active_broker: top.broker,
  };
};

function at(statuses: readonly BrokerStatusView[], index: number): BrokerStatusView {
  const status = statuses[index];
  invariant(status !== undefined, 'one status a broker');
  return status;
}
