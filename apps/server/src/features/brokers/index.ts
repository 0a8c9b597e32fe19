/** People's connections to their brokers: sealed credentials, sessions that stay up, and what happens in them. */
export { BrokerConnections } from './broker-connections.ts';
export { registerBrokerRoutes } from './brokers.routes.ts';
export { type Brokers, OUTSIDE } from './brokers.ts';
export { BROKER_SECTIONS } from './export-sections.ts';
export {
  BROKER_ACCOUNTS_CHANGED,
  BROKER_CONNECTED,
  BROKER_CONTRACT,
  BROKER_STATUS_CHANGED,
  BROKER_TICK,
} from './topics.ts';
