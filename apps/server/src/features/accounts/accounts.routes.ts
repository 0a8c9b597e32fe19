import type { Bus } from '#platform/bus/bus.ts';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { App } from '#platform/http/app.ts';
import type { DeletionDeps } from './deletion/delete-account.ts';
import { registerDeletionRoute } from './deletion/deletion.routes.ts';
import { type ExportDeps, registerExportRoute } from './export/export.routes.ts';
import { registerLimitsRoutes } from './limits/limits.routes.ts';
import { registerPreferencesRoutes } from './preferences/preferences.routes.ts';
import { type RestDeps, registerRestRoutes } from './rest/rest.routes.ts';
import { registerModeRoutes } from './safety/mode.routes.ts';
import { registerSafetyRoutes } from './safety/safety.routes.ts';
import type { SafetyDeps } from './safety/switch-mode.ts';

export type AccountsRoutesDeps = Omit<RestDeps, 'publishableKey'> &
  SafetyDeps &
  ExportDeps &
  DeletionDeps & {
    readonly bus: Bus;
    readonly keyedHash: KeyedHash;
    /** The key that clients of the profile routes send; null if a hosted Supabase project serves the profile. */
    readonly publishableKey: string | null;
  };

/**
 * Registers the routes of mode, safety, limits, preferences, export and deletion under /api, and of the profile under
 * /rest.
 */
export function registerAccountsRoutes(app: App, deps: AccountsRoutesDeps): void {
  registerModeRoutes(app, deps);
  registerSafetyRoutes(app, deps);
  registerLimitsRoutes(app, deps);
  registerPreferencesRoutes(app, deps);
  registerExportRoute(app, deps);
  registerDeletionRoute(app, deps);
  const { publishableKey } = deps;
  if (publishableKey !== null) registerRestRoutes(app, { ...deps, publishableKey });
}
