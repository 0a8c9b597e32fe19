import {
  BrokerAssetsResponse,
  BrokerBalanceResponse,
  BrokerErrorBody,
  BrokerParams,
  BrokerResponse,
  type BrokerStatusView,
  BrokersResponse,
  BrokersStatusResponse,
} from '@vigia/contract';
import { invariant } from '@vigia/core/kernel';
import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/http/app.ts';
import { activeBrokerStatus, statusSentence, toAssetView, toBrokerView } from '../answers.ts';
import type { BrokerConnections } from '../broker-connections.ts';
import { BROKERS_PATH, brokerStatusOf, brokerWithId, FORWARD_TO_SESSIONS, TAGS } from './answering.ts';

/** Registers the routes that list brokers and the status of the user's connections. */
export function registerReadRoutes(app: App, brokers: BrokerConnections): void {
  const preHandler = app.authenticate;
  const config = { effects: ['reads'] as const, saysSuccess: true, routedTo: FORWARD_TO_SESSIONS };
  app.get(
    `${BROKERS_PATH}/brokers`,
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'Los brókeres que hay y cómo está cada conexión',
        response: { 200: BrokersResponse },
      },
    },
    async ({ principal: { userId } }) => {
      const statuses = await brokers.statuses(userId);
      const views = brokers
        .catalog()
        .map((broker, index) => toBrokerView(broker, at(statuses, index), brokers.offersConsent(broker)));
      return { ...summary(statuses), brokers: views };
    },
  );
  app.get(
    `${BROKERS_PATH}/status`,
    {
      preHandler,
      config,
      schema: { tags: TAGS, summary: 'Estado de todas las conexiones', response: { 200: BrokersStatusResponse } },
    },
    async ({ principal: { userId } }) => {
      const statuses = await brokers.statuses(userId);
      return { ...summary(statuses), brokers: [...statuses] };
    },
  );
  const ofOne = { tags: TAGS, params: BrokerParams };
  app.get(
    `${BROKERS_PATH}/status/:broker`,
    {
      preHandler,
      config,
      schema: {
        ...ofOne,
        summary: 'Estado de una conexión',
        response: { 200: BrokerResponse, '4xx': BrokerErrorBody },
      },
    },
    async (request) => {
      const { broker, status } = await asked(brokers, request);
      return { success: true as const, message: statusSentence(broker, status), ...status };
    },
  );
  app.get(
    `${BROKERS_PATH}/balance/:broker`,
    {
      preHandler,
      config,
      schema: {
        ...ofOne,
        summary: 'Saldo de la cuenta elegida',
        response: { 200: BrokerBalanceResponse, '4xx': BrokerErrorBody },
      },
    },
    async (request) => {
      const { broker, status } = await asked(brokers, request);
      const { current_balance: balance, currency } = status.account_info;
      return { success: true as const, message: statusSentence(broker, status), ...status, balance, currency };
    },
  );
  app.get(
    `${BROKERS_PATH}/assets/:broker`,
    {
      preHandler,
      config,
      schema: {
        ...ofOne,
        summary: 'Activos que ofrece el bróker ahora',
        response: { 200: BrokerAssetsResponse, '4xx': BrokerErrorBody },
      },
    },
    async (request) => {
      const { broker, status } = await asked(brokers, request);
      const connection = brokers.connectionOf(request.principal.userId, broker.id);
      const account = status.current_account_type && connection?.accountOf(status.current_account_type);
      const assets = connection?.session.assets() ?? [];
      const message = statusSentence(broker, status);
      const views = assets.map((asset) => toAssetView(asset, account?.currency ?? null));
      return { success: true as const, message, ...status, assets: views };
    },
  );
}

/**
 * Returns the broker of a request and the user's status there.
 * @throws ApiError broker_unknown
 */
async function asked(brokers: BrokerConnections, request: FastifyRequest<{ Params: { broker: string } }>) {
  const broker = brokerWithId(brokers, request.params.broker);
  return { broker, status: await brokerStatusOf(brokers, request, broker) };
}

const summary = (statuses: readonly BrokerStatusView[]) => {
  const top = activeBrokerStatus(statuses);
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
