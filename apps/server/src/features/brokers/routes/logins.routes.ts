import { BrokerLoginBody, BrokerLoginLabelBody } from '@vigia/contract';
import type { App } from '#platform/http/app.ts';
import type { BrokerConnections } from '../broker-connections.ts';
import { actionRoutes, BROKERS_PATH } from './answering.ts';

/** Registers the routes for several logins of one broker. */
export function registerLoginRoutes(app: App, brokers: BrokerConnections): void {
  const route = actionRoutes(app, brokers);
  const changing = { effect: 'changes_connection', effectsByContent: ['changes_login_in_use'] } as const;
  route('POST', `${BROKERS_PATH}/logins/:broker/save`, {
    ...changing,
    summary: 'Guarda el acceso en uso y lo desconecta, para entrar con otro',
    fallback: 'disconnect_broker',
    act: (caller, broker) => brokers.saveLogin(caller, broker),
    says: (name) => `Tu acceso a ${name} quedó guardado. Entra con el otro.`,
  });
  route('POST', `${BROKERS_PATH}/logins/:broker/use`, {
    ...changing,
    summary: 'Entra con un acceso guardado y guarda el que estaba en uso',
    fallback: 'connect_broker',
    body: BrokerLoginBody,
    freshProof: 'always',
    act: (caller, broker, { login_id: id }) => brokers.useLogin(caller, broker, id),
    says: (name) => `Conectado a ${name} con el otro acceso.`,
  });
  route('POST', `${BROKERS_PATH}/logins/:broker/label`, {
    ...changing,
    summary: 'Da nombre a un acceso; sin identificador, al que está en uso',
    fallback: 'connect_broker',
    body: BrokerLoginLabelBody,
    act: (caller, broker, { login_id: id = null, label }) => brokers.renameLogin(caller, broker, id, label),
    says: (_name, _value, { label }) => `El acceso se llama ahora «${label}».`,
  });
  route('POST', `${BROKERS_PATH}/logins/:broker/forget`, {
    ...changing,
    summary: 'Borra un acceso guardado',
    fallback: 'disconnect_broker',
    body: BrokerLoginBody,
    act: (caller, broker, { login_id: id }) => brokers.forgetLogin(caller, broker, id),
    says: (name) => `Olvidamos ese acceso a ${name}.`,
  });
}
