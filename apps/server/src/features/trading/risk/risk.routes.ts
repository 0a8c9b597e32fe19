import { Automation, ErrorBody, RiskUse, success } from '@vigia/contract';
import type { App } from '#platform/http/app.ts';
import { callerOf } from '../../accounts/index.ts';
import type { AutomationControl } from './automation.ts';

const TAGS = ['Riesgo'];
const response = { 200: success(Automation), '4xx': ErrorBody };

/**
 * Routes of the remaining limits, 'Detener todo' and the reality check. A bot may stop everything; only a user resumes
 * it.
 */
export function registerRiskRoutes(app: App, automation: AutomationControl): void {
  const preHandler = app.authenticate;
  app.get(
    '/api/v1/trading/risk',
    {
      preHandler,
      config: { botScope: 'read' },
      schema: {
        tags: TAGS,
        summary: 'Lo que los límites dejan hoy y esta semana, y cuándo se reinician',
        response: { 200: success(RiskUse), '4xx': ErrorBody },
      },
    },
    async ({ principal }) => ({ success: true as const, data: await automation.riskUse(principal.userId) }),
  );
  app.get(
    '/api/v1/trading/automation',
    {
      preHandler,
      config: { botScope: 'read' },
      schema: { tags: TAGS, summary: 'Lo que opera por sí solo, y el control de realidad', response },
    },
    async ({ principal }) => ({ success: true as const, data: await automation.view(principal.userId) }),
  );
  app.post(
    '/api/v1/trading/stop-all',
    {
      preHandler,
      config: { botScope: 'trade' },
      schema: { tags: TAGS, summary: 'Detiene todo lo que opera por sí solo', response },
    },
    async (request) => ({ success: true as const, data: await automation.stopAll(callerOf(request)) }),
  );
  app.post(
    '/api/v1/trading/resume-all',
    { preHandler, schema: { tags: TAGS, summary: 'Reanuda lo que se detuvo', response } },
    async (request) => ({ success: true as const, data: await automation.resumeAll(callerOf(request)) }),
  );
  app.post(
    '/api/v1/trading/reality-check',
    {
      preHandler,
      schema: { tags: TAGS, summary: 'Confirma el control de realidad: empieza un tramo nuevo', response },
    },
    async ({ principal }) => ({ success: true as const, data: await automation.confirmRealityCheck(principal.userId) }),
  );
}
