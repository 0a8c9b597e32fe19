import type { App } from '#platform/http/app.ts';
import { registerCurrentMode } from './current-mode.routes.ts';
import { type RestDeps, registerRestRoutes } from './rest/rest.routes.ts';

/** The current mode under /api, the profile under /rest. */
export function registerAccountsRoutes(app: App, deps: RestDeps): void {
  registerCurrentMode(app, deps);
  registerRestRoutes(app, deps);
}
