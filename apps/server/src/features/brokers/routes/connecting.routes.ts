import type { Broker } from '@vigia/broker-kit/port';
import {
  BrokerCodeBody,
  type BrokerCredentialsBody,
  DerivCredentialsBody,
  OptionalBrokerCredentials,
} from '@vigia/contract';
import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/http/app.ts';
import type { Caller } from '../../accounts/index.ts';
import type { BrokerConnections } from '../broker-connections.ts';
import { readCredentials } from '../read-credentials.ts';
import { actionRoutes, BROKERS_PATH } from './answering.ts';

/** Registers the routes that sign in at a broker and that test a sign-in. */
export function registerConnectRoutes(app: App, brokers: BrokerConnections): void {
  const route = actionRoutes(app, brokers);
  const changing = { effect: 'changes_connection', effectsByContent: ['changes_login_in_use'] } as const;
  const connecting = {
    ...changing,
    act: async (caller: Caller, broker: Broker, body: BrokerCredentialsBody | null | undefined) => {
      const given = readCredentials(broker, body ?? {});
      return given.ok ? brokers.connect(caller, broker, given.value) : given;
    },
    says: (name: string) => `Conectado a ${name}.`,
    // A re-authentication proof is needed only to store credentials, not to use the stored ones.
    freshProof: ({ body }: FastifyRequest) => Object.keys(OptionalBrokerCredentials.parse(body) ?? {}).length > 0,
  };
  route('POST', `${BROKERS_PATH}/connect/deriv`, {
    ...connecting,
    summary: 'Conecta con Deriv por su token; sin él, con el guardado',
    fallback: 'connect_deriv',
    body: DerivCredentialsBody,
    of: 'deriv',
  });
  route('POST', `${BROKERS_PATH}/connect/:broker`, {
    ...connecting,
    summary: 'Conecta con un bróker; sin credenciales, con las guardadas',
    fallback: 'connect_broker',
    body: OptionalBrokerCredentials,
  });
  route('POST', '/api/v1/trading/credentials/iqoption', {
    ...connecting,
    summary: 'Guarda las credenciales de IQ Option si el bróker las acepta, y conecta',
    fallback: 'connect_iqoption',
    body: OptionalBrokerCredentials,
    of: 'iqoption',
  });
  route('POST', `${BROKERS_PATH}/code/:broker`, {
    ...changing,
    summary: 'Sigue con el código que envió el bróker',
    fallback: 'connect_broker',
    body: BrokerCodeBody,
    act: (caller, broker, { code }) => brokers.answerCode(caller, broker, code),
    says: (name) => `Conectado a ${name}.`,
  });
  route('POST', `${BROKERS_PATH}/test/:broker`, {
    summary: 'Prueba la conexión o unas credenciales, sin guardar nada',
    fallback: 'test_broker',
    effect: 'changes_connection',
    body: OptionalBrokerCredentials,
    act: async (caller, broker, body) => {
      const given = readCredentials(broker, body ?? {});
      return given.ok ? brokers.test(caller, broker, given.value) : given;
    },
    says: (name, { roundTripMs }) => {
      const pace = roundTripMs === null ? '' : ` Respondió en ${Math.round(roundTripMs)} ms.`;
      return `La conexión con ${name} funciona.${pace}`;
    },
    shows: (status, { accounts, roundTripMs }) => ({
      ...status,
      account_info: { ...status.account_info, accounts },
      connection_info: { ...status.connection_info, round_trip_ms: roundTripMs },
    }),
  });
}
