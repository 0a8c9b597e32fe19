import { CurrentMode, ModeSwitch } from '@vigia/contract';
import type { Bus } from '#platform/bus/bus.ts';
import { orRefuse } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { accountView } from '../account-view.ts';
import { callerOf } from '../caller.ts';
import { MODE_CHANGED } from '../topics.ts';
import { readMode } from './safety.repository.ts';
import { type SafetyDeps, switchMode } from './switch-mode.ts';

/** Registers the routes of the mode that orders go to, and its account. Only users change the mode, not bots. */
export function registerModeRoutes(app: App, deps: SafetyDeps & { readonly bus: Bus }): void {
  const routes = memberRoutes(app, 'Operaciones');
  routes.get(
    '/api/v1/trading/mode/current',
    { config: { botScope: 'read' }, summary: 'Modo actual y su cuenta', data: CurrentMode },
    ({ principal }) => currentMode(deps, principal.userId),
  );
  routes.post(
    '/api/v1/trading/mode/switch',
    {
      summary: 'Cambia el modo; el dinero real pide su frase y todo lo que protege a la persona',
      body: ModeSwitch,
      data: CurrentMode,
      failures: '4xx',
    },
    async (request) => {
      orRefuse(await switchMode(deps, callerOf(request), request.body));
      deps.bus.publish(MODE_CHANGED, { userId: request.principal.userId });
      return currentMode(deps, request.principal.userId);
    },
  );
}

async function currentMode({ db: { sql }, clock }: SafetyDeps, userId: string): Promise<CurrentMode> {
  const mode = await readMode(sql, userId);
  const account = await accountView(sql, userId);
  return { mode, account, server_time: new Date(clock.now()).toISOString() };
}
