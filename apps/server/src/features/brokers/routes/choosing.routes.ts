import type { Broker } from '@vigia/broker-kit/port';
import { BrokerAccountBody, BrokerParams, type Fallback } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { App } from '#platform/http/app.ts';
import { type Caller, callerOf } from '../../accounts/index.ts';
import type { BrokerConnections } from '../broker-connections.ts';
import type { BrokerRefusal } from '../refusal.ts';
import { acting, answer, brokerOf, PREFIX, RESPONSE, TAGS } from './answering.ts';

/** Registers the routes to disconnect and to choose the broker and account of orders. */
export function registerChoosing(app: App, brokers: BrokerConnections): void {
  const preHandler = app.authenticate;
  /** Registers a route whose only parameter is its broker. */
  const simple = (
    method: 'POST' | 'DELETE',
    path: string,
    about: { readonly summary: string; readonly fallback: Fallback; readonly done: (name: string) => string },
    act: (caller: Caller, broker: Broker) => Promise<Result<null, BrokerRefusal>>,
  ): void => {
    app.route({
      method,
      url: `${PREFIX}${path}`,
      preHandler,
      config: acting(about.fallback),
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
      preHandler,
      config: acting('connect_broker'),
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
