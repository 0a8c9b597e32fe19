/** Checks of brokers that users start from the screen. */
export { registerBrokerCheckRoutes } from './broker-check.routes.ts';
export { BrokerChecks } from './broker-checks.ts';
