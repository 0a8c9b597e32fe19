import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { App } from '#platform/http/app.ts';
import { registerPendingLimits } from './pending-limits.routes.ts';
import { type RestDeps, registerRestRoutes } from './rest/rest.routes.ts';
import { registerModeRoutes } from './safety/mode.routes.ts';
import { registerSafetyRoutes } from './safety/safety.routes.ts';
import type { SafetyDeps } from './safety/switch-mode.ts';

export type AccountsRoutesDeps = RestDeps & SafetyDeps & { readonly keyedHash: KeyedHash };

/** Mode, safety and limits under /api, the profile under /rest. */
export function registerAccountsRoutes(app: App, deps: AccountsRoutesDeps): void {
  registerModeRoutes(app, deps);
  registerSafetyRoutes(app, deps);
  registerPendingLimits(app, deps);
  registerRestRoutes(app, deps);
}
