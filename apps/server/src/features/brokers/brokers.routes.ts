import type { App } from '#platform/http/app.ts';
import { acceptEmptyJson } from '../accounts/index.ts';
import type { BrokerConnections } from './broker-connections.ts';
import { registerChoosing } from './routes/choosing.routes.ts';
import { registerConnecting } from './routes/connecting.routes.ts';
import { registerReading } from './routes/reading.routes.ts';

/** Everything a person asks of his connections. A bot needs the scope `connections`, and never reaches real money. */
export function registerBrokerRoutes(app: App, brokers: BrokerConnections): void {
  void app.register(async (scope: App) => {
    acceptEmptyJson(scope);
    registerReading(scope, brokers);
    registerConnecting(scope, brokers);
    registerChoosing(scope, brokers);
  });
}
