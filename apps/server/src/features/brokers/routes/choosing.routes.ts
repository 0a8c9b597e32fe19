import { BrokerAccountBody } from '@vigia/contract';
import type { App } from '#platform/http/app.ts';
import type { BrokerConnections } from '../broker-connections.ts';
import { actionRoutes, BROKERS_PATH } from './answering.ts';

/** Registers the routes that disconnect a broker, and that choose the broker and account of orders. */
export function registerChoiceRoutes(app: App, brokers: BrokerConnections): void {
  const route = actionRoutes(app, brokers);
  route('POST', `${BROKERS_PATH}/disconnect/:broker`, {
    summary: 'Desconecta; las credenciales quedan guardadas',
    fallback: 'disconnect_broker',
    effect: 'changes_connection',
    effectsByContent: ['changes_login_in_use'],
    act: (caller, broker) => brokers.disconnect(caller, broker),
    says: (name) => `Desconectado de ${name}.`,
  });
  route('DELETE', `${BROKERS_PATH}/credentials/:broker`, {
    summary: 'Desconecta y borra las credenciales guardadas',
    fallback: 'disconnect_broker',
    effect: 'changes_connection',
    effectsByContent: ['changes_login_in_use'],
    act: (caller, broker) => brokers.forget(caller, broker),
    says: (name) => `Olvidamos tus credenciales de ${name}.`,
  });
  route('POST', `${BROKERS_PATH}/practice-balance/:broker`, {
    summary: 'Reinicia el saldo de la cuenta demo del bróker',
    fallback: 'connect_broker',
    effect: 'changes_account',
    act: (caller, broker) => brokers.resetPractice(caller, broker),
    says: (name) => `${name} reinició el saldo de tu cuenta demo.`,
  });
  route('POST', `${BROKERS_PATH}/oddities/:broker`, {
    summary: 'Vuelve a abrir la cuenta a órdenes nuevas aunque el bróker envíe algo que no entendemos',
    fallback: 'connect_broker',
    effect: 'changes_connection',
    effectsByContent: ['changes_login_in_use'],
    act: (caller, broker) => brokers.acceptOddities(caller, broker),
    says: (name) => `${name}: la cuenta vuelve a aceptar órdenes.`,
  });
  route('POST', `${BROKERS_PATH}/active/:broker`, {
    summary: 'Elige el bróker al que van las órdenes',
    fallback: 'connect_broker',
    effect: 'chooses_practice',
    effectsByContent: ['changes_login_in_use'],
    act: (caller, broker) => brokers.chooseActive(caller, broker),
    says: (name) => `${name} es tu bróker activo.`,
  });
  route('POST', `${BROKERS_PATH}/account/:broker`, {
    summary: 'Elige cuenta demo o real; el dinero real pide su frase y todo lo que protege a la persona',
    fallback: 'connect_broker',
    effect: 'chooses_practice',
    effectsByContent: ['changes_login_in_use', 'opens_real_money'],
    body: BrokerAccountBody,
    freshProof: ({ body }) => BrokerAccountBody.parse(body).account_type === 'real',
    act: (caller, broker, { account_type: kind, account_id: accountId, confirm }) =>
      brokers.chooseAccount(caller, broker, { kind, accountId, confirm }),
    says: (name, _chosen, { account_type }) => `${name}: cuenta ${account_type === 'real' ? 'real' : 'demo'}.`,
  });
}
