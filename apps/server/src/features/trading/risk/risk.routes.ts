import { Automation, RiskUse } from '@vigia/contract';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { callerOf } from '../../accounts/index.ts';
import type { AutoTradingControl } from './auto-trading-control.ts';

const READ = { effects: ['reads'] } as const;
const RESUME = { effects: ['resumes_automation'] } as const;

/**
 * Registers the routes of the used limits, of 'Detener todo' and of the reality check. A bot may stop everything; only
 * a user may resume.
 */
export function registerRiskRoutes(app: App, automation: AutoTradingControl): void {
  const routes = memberRoutes(app, 'Riesgo');
  const answered = { data: Automation, failures: '4xx' } as const;
  routes.get(
    '/api/v1/trading/risk',
    {
      ...answered,
      config: READ,
      summary: 'Lo que los límites dejan hoy y esta semana, y cuándo se reinician',
      data: RiskUse,
    },
    ({ principal }) => automation.riskUse(principal.userId),
  );
  routes.get(
    '/api/v1/trading/automation',
    { ...answered, config: READ, summary: 'Lo que opera por sí solo, y el control de realidad' },
    ({ principal }) => automation.view(principal.userId),
  );
  routes.post(
    '/api/v1/trading/stop-all',
    { ...answered, config: { effects: ['stops_automation'] }, summary: 'Detiene todo lo que opera por sí solo' },
    (request) => automation.stopAll(callerOf(request)),
  );
  routes.post(
    '/api/v1/trading/resume-all',
    { ...answered, config: RESUME, summary: 'Reanuda lo que se detuvo' },
    (request) => automation.resumeAll(callerOf(request)),
  );
  routes.post(
    '/api/v1/trading/reality-check',
    { ...answered, config: RESUME, summary: 'Confirma el control de realidad: empieza un tramo nuevo' },
    ({ principal }) => automation.confirmRealityCheck(principal.userId),
  );
}
