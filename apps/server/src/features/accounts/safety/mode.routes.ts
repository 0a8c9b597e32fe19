import { CurrentMode, ModeSwitch } from '@vigia/contract';
import type { Bus } from '#platform/bus/bus.ts';
import { valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { modeOfChoice, readAccountChoice } from '../account-choice.ts';
import { accountView, brokerVenueOfMode } from '../account-view.ts';
import { callerOf } from '../caller.ts';
import { ACCOUNT_CHOSEN } from '../topics.ts';
import { type SafetyDeps, switchMode } from './switch-mode.ts';

/** Registers the routes that read and change the trading mode and its account. A bot token may not change the mode. */
export function registerModeRoutes(app: App, deps: SafetyDeps & { readonly bus: Bus }): void {
  const routes = memberRoutes(app, 'Operaciones');
  routes.get(
    '/api/v1/trading/mode/current',
    { config: { effects: ['reads'] }, summary: 'Modo actual y su cuenta', data: CurrentMode },
    ({ principal }) => currentMode(deps, principal.userId),
  );
  routes.post(
    '/api/v1/trading/mode/switch',
    {
      config: { effects: ['opens_real_money'], freshProof: ({ body }) => isRealMode(body) },
      summary: 'Cambia el modo; el dinero real pide su frase y todo lo que protege a la persona',
      body: ModeSwitch,
      data: CurrentMode,
      failures: '4xx',
    },
    async (request) => {
      valueOrApiError(await switchMode(deps, callerOf(request), request.body));
      deps.bus.publish(ACCOUNT_CHOSEN, { userId: request.principal.userId });
      return currentMode(deps, request.principal.userId);
    },
  );
}

const isRealMode = (body: unknown): boolean => brokerVenueOfMode(ModeSwitch.parse(body).mode)?.kind === 'real';

async function currentMode({ db: { sql }, clock }: SafetyDeps, userId: string): Promise<CurrentMode> {
  const choice = await readAccountChoice(sql, userId);
  const mode = modeOfChoice(choice);
  const [account, chosen] = await Promise.all([
    accountView(sql, userId, brokerVenueOfMode(mode)),
    accountView(sql, userId, choice),
  ]);
  return { mode, account, chosen, server_time: new Date(clock.now()).toISOString() };
}
