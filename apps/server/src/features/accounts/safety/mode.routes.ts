import { CurrentMode, ErrorBody, ModeSwitch, success } from '@vigia/contract';
import type { Bus } from '#platform/bus/bus.ts';
import type { App } from '#platform/http/app.ts';
import { accountView } from '../account-view.ts';
import { callerOf } from '../caller.ts';
import { MODE_CHANGED } from '../topics.ts';
import { readMode } from './safety.repository.ts';
import { orRefuse } from './safety.routes.ts';
import { type SafetyDeps, switchMode } from './switch-mode.ts';

const TAGS = ['Operaciones'];

/** The mode orders go to, and the account behind it. Only people change it. */
export function registerModeRoutes(app: App, deps: SafetyDeps & { readonly bus: Bus }): void {
  const preHandler = app.authenticate;
  app.get(
    '/api/v1/trading/mode/current',
    {
      preHandler,
      config: { botScope: 'read' },
      schema: { tags: TAGS, summary: 'Modo actual y su cuenta', response: { 200: success(CurrentMode) } },
    },
    async ({ principal }) => ({ success: true as const, data: await currentMode(deps, principal.userId) }),
  );
  app.post(
    '/api/v1/trading/mode/switch',
    {
      preHandler,
      schema: {
        tags: TAGS,
        summary: 'Cambia el modo; el dinero real pide su frase y todo lo que protege a la persona',
        body: ModeSwitch,
        response: { 200: success(CurrentMode), '4xx': ErrorBody },
      },
    },
    async (request) => {
      orRefuse(await switchMode(deps, callerOf(request), request.body));
      deps.bus.publish(MODE_CHANGED, { userId: request.principal.userId });
      return { success: true as const, data: await currentMode(deps, request.principal.userId) };
    },
  );
}

async function currentMode({ db: { sql }, clock }: SafetyDeps, userId: string): Promise<CurrentMode> {
  const mode = await readMode(sql, userId);
  const account = await accountView(sql, userId);
  return { mode, account, server_time: new Date(clock.now()).toISOString() };
}
