import { AutomationAccount, AutomationAccountParams, AutomationAccounts } from '@vigia/contract';
import { valueOrApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { type AutomationAccountDeps, automationAccounts, moveAutomation } from './move-automation.ts';

const ROUTES = [
  { kind: 'pcr', path: '/api/pcr/setup/:id/account', tag: 'PCR', missing: 'setup_not_found' },
  { kind: 'strategy', path: '/api/v1/strategies/:id/account', tag: 'Estrategias', missing: 'strategy_not_found' },
] as const;

/** Registers the routes of the account on which a setup or strategy trades. */
export function registerAutomationAccountRoutes(app: App, deps: AutomationAccountDeps): void {
  memberRoutes(app, 'Operaciones').get(
    '/api/v1/trading/automation/accounts',
    {
      config: { effects: ['reads'] },
      summary: 'Cuentas en las que puede operar un setup o una estrategia, y la que recibe uno nuevo',
      data: AutomationAccounts,
    },
    ({ principal }) => automationAccounts(deps, principal.userId),
  );
  for (const { kind, path, tag, missing } of ROUTES) {
    memberRoutes(app, tag).put(
      path,
      {
        config: { effects: ['changes_rules', 'arms_automation'] },
        summary: 'Cambia la cuenta en la que opera: la simulada, o la demo de un bróker',
        params: AutomationAccountParams,
        body: AutomationAccount,
        data: AutomationAccount,
        failures: '4xx',
      },
      async ({ principal, params: { id }, body }) =>
        valueOrNotFound(
          valueOrApiError(await moveAutomation(deps, principal.userId, { kind, id }, body.broker)),
          missing,
        ),
    );
  }
}
