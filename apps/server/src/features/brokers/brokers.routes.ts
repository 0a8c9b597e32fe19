import type { App } from '#platform/http/app.ts';
import { acceptEmptyJson } from '../accounts/index.ts';
import type { BrokerConnections } from './broker-connections.ts';
import { registerChoiceRoutes } from './routes/choosing.routes.ts';
import { registerConnectRoutes } from './routes/connecting.routes.ts';
import { registerConsentRoutes } from './routes/consent.routes.ts';
import { registerLoginRoutes } from './routes/logins.routes.ts';
import { registerReadRoutes } from './routes/reading.routes.ts';

/**
 * Registers all routes of a user's connections. A bot requires the scope `connections`, and can never use real money.
 */
export function registerBrokerRoutes(app: App, brokers: BrokerConnections): void {
  void app.register(async (scope: App) => {
    acceptEmptyJson(scope);
    registerReadRoutes(scope, brokers);
    registerConnectRoutes(scope, brokers);
    registerConsentRoutes(scope, brokers);
    registerChoiceRoutes(scope, brokers);
    registerLoginRoutes(scope, brokers);
  });
}
