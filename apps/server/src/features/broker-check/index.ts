/** Broker checks that users start in the web app. */
export { registerBrokerCheckRoutes } from './broker-check.routes.ts';
export { BrokerChecks } from './broker-checks.ts';
