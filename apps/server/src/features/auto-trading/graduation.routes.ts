import { AutomationAccountParams, AutomationGraduation, RealAutomation } from '@vigia/contract';
import { valueOrApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { callerOf } from '../accounts/index.ts';
import { graduationOf, openRealAccount, type RealAccountDeps } from './real-account.ts';

const ROUTES = [
  { kind: 'pcr', path: '/api/pcr/setup/:id/graduation', tag: 'PCR', missing: 'setup_not_found' },
  { kind: 'strategy', path: '/api/v1/strategies/:id/graduation', tag: 'Estrategias', missing: 'strategy_not_found' },
] as const;

/** Registers the routes that show what real automation misses and that choose it. No route opens the gate by hand. */
export function registerGraduationRoutes(app: App, deps: RealAccountDeps): void {
  for (const { kind, path, tag, missing } of ROUTES) {
    const routes = memberRoutes(app, tag);
    routes.get(
      path,
      {
        config: { effects: ['reads'] },
        summary: 'Qué le falta para operar sola con dinero real en el bróker de su cuenta',
        params: AutomationAccountParams,
        data: AutomationGraduation,
        failures: 404,
      },
      async ({ principal, params: { id } }) =>
        valueOrNotFound(await graduationOf(deps, principal.userId, { kind, id }), missing),
    );
    routes.put(
      path,
      {
        config: { effects: ['opens_real_money'], freshProof: 'always' },
        summary: 'La pasa de la demo a la cuenta real del mismo bróker, si no le falta nada',
        params: AutomationAccountParams,
        body: RealAutomation,
        data: AutomationGraduation,
        failures: '4xx',
      },
      async (request) => {
        const { id } = request.params;
        return valueOrNotFound(
          valueOrApiError(await openRealAccount(deps, callerOf(request), { kind, id }, request.body)),
          missing,
        );
      },
    );
  }
}
