/** Users' connections to their brokers: encrypted credentials, open sessions and their events. */
export { BrokerConnections } from './broker-connections.ts';
export { registerBrokerRoutes } from './brokers.routes.ts';
export {
  type ActiveConnection,
  BROKER_SESSIONS,
  type Brokers,
  type SessionShards,
  sessionsLease,
  sessionsLeaseOf,
} from './brokers.ts';
export { BROKER_SECTIONS } from './export-sections.ts';
export {
  BROKER_ACCOUNTS_CHANGED,
  BROKER_CONNECTED,
  BROKER_CONTRACT,
  BROKER_STATUS_CHANGED,
  BROKER_TICK,
} from './topics.ts';
