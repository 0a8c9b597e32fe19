import { BrokerConsentBody, BrokerConsentStart, BrokerParams } from '@vigia/contract';
import { valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { callerOf } from '../../accounts/index.ts';
import type { BrokerConnections } from '../broker-connections.ts';
import { actionRoutes, BROKERS_PATH, BROKERS_TAG, brokerWithId, FORWARD_TO_SESSIONS } from './answering.ts';

/** Registers the routes of a sign-in on a broker's own page. */
export function registerConsentRoutes(app: App, brokers: BrokerConnections): void {
  const changes = { effect: 'changes_connection', effectsByContent: ['changes_login_in_use'] } as const;
  memberRoutes(app, BROKERS_TAG).post(
    `${BROKERS_PATH}/consent/:broker`,
    {
      summary: 'Empieza a entrar en la página del bróker; la respuesta vale 10 minutos y una vez',
      config: {
        effects: [changes.effect],
        effectsByContent: [...changes.effectsByContent],
        fallback: 'connect_broker',
        routedTo: FORWARD_TO_SESSIONS,
        // The page to which the broker returns sends no proof. Its `state` links it to this request, which has a proof.
        freshProof: 'always',
      },
      params: BrokerParams,
      data: BrokerConsentStart,
      failures: '4xx',
    },
    async (request) =>
      valueOrApiError(await brokers.startConsent(callerOf(request), brokerWithId(brokers, request.params.broker))),
  );
  actionRoutes(app, brokers)('POST', `${BROKERS_PATH}/consent/:broker/finish`, {
    ...changes,
    summary: 'Termina de entrar con lo que la página del bróker devolvió, y conecta',
    fallback: 'connect_broker',
    body: BrokerConsentBody,
    act: (caller, broker, body) => brokers.finishConsent(caller, broker, body),
    says: (name) => `Conectado a ${name}.`,
  });
}
