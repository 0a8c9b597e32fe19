import {
  LadderView,
  PcrDashboard,
  PcrDebug,
  PcrDebugQuery,
  PcrHealth,
  PcrLadderQuery,
  PcrSequencesQuery,
  PcrSequenceView,
  PcrSetupParams,
  PcrSetupStatistics,
  PcrSignals,
  type PcrSignalView,
  RejectionView,
} from '@vigia/contract';
import { z } from 'zod';
import { ApiError, valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { registerSetupRoutes, SETUPS_TAG, setupFound } from './editing/setup.routes.ts';
import type { Pcr } from './pcr.ts';

const config = { effects: ['reads'] } as const;

/** Registers the routes of the PCR detector. A user sees their own setups and the built-in ones. */
export function registerPcrRoutes(app: App, pcr: Pcr): void {
  registerSetupRoutes(app, pcr);
  registerFindingRoutes(app, pcr);
  registerReportRoutes(app, pcr);
  registerInsideRoutes(app, pcr);
}

/** Registers the routes for recent signals and sequences. */
function registerFindingRoutes(app: App, pcr: Pcr): void {
  const routes = memberRoutes(app, SETUPS_TAG);
  routes.get(
    '/api/pcr/signals',
    { config, summary: 'Las últimas señales, la más reciente primero', data: PcrSignals },
    async ({ principal }) => {
      const signals = await pcr.signals(principal.userId);
      return { signals, signals_by_setup: bySetup(signals) };
    },
  );
  routes.get(
    '/api/pcr/sequences/summary',
    {
      config,
      summary: 'Las últimas secuencias y sus zonas',
      querystring: PcrSequencesQuery,
      data: z.array(PcrSequenceView),
    },
    ({ principal, query }) => pcr.sequences(principal.userId, query.asset),
  );
}

/** Registers the routes for statistics, rejections and the dashboard. */
function registerReportRoutes(app: App, pcr: Pcr): void {
  const routes = memberRoutes(app, SETUPS_TAG);
  const metrics = { ...config, fallback: 'fetch_pcr_metrics' } as const;
  const ofOne = { params: PcrSetupParams, failures: '4xx' } as const;
  routes.get(
    '/api/pcr/dashboard',
    { config: metrics, summary: 'Las cifras de tus setups', data: PcrDashboard },
    ({ principal }) => pcr.dashboard(principal.userId),
  );
  routes.get(
    '/api/pcr/setup/:id/statistics',
    { ...ofOne, config: metrics, summary: 'Las cifras de un setup', data: PcrSetupStatistics },
    async ({ principal, params }) => setupFound(await pcr.statistics(principal.userId, params.id)),
  );
  routes.get(
    '/api/pcr/setup/:id/rejections',
    {
      ...ofOne,
      config,
      summary: '¿Por qué no opera? Las últimas 50 oportunidades que no llegaron a nada',
      data: z.array(RejectionView),
    },
    async ({ principal, params }) => setupFound(await pcr.rejections(principal.userId, params.id)),
  );
}

/** Registers the routes that show the engine's internal state and the cost of a martingale ladder. */
function registerInsideRoutes(app: App, pcr: Pcr): void {
  const routes = memberRoutes(app, SETUPS_TAG);
  routes.get(
    '/api/pcr/debug',
    {
      config,
      summary: 'El motor por dentro, leído de su propio estado',
      querystring: PcrDebugQuery,
      data: PcrDebug,
      failures: '4xx',
    },
    async ({ principal, query }) => {
      const seen = await pcr.debug(principal.userId, query.setup, query.after);
      if (seen === 'not_running') throw new ApiError('setup_not_running');
      return setupFound(seen);
    },
  );
  routes.get(
    '/api/pcr/ladder',
    {
      config,
      summary: 'Lo que cuesta perder una martingala entera, y por qué no se puede activar',
      querystring: PcrLadderQuery,
      data: LadderView,
      failures: '4xx',
    },
    async ({ principal, query }) => valueOrApiError(await pcr.ladder(principal.userId, query)),
  );
  app.get(
    '/api/pcr/health',
    {
      preHandler: app.authenticate,
      config,
      schema: { tags: [SETUPS_TAG], summary: 'Estado del motor PCR', response: { 200: PcrHealth } },
    },
    async ({ principal }) => pcr.health(principal.userId),
  );
}

/** Groups signals by setup, which is the second of the two response shapes (docs/spec/api.md §4). */
function bySetup(signals: readonly PcrSignalView[]): Record<string, PcrSignalView[]> {
  const groups: Record<string, PcrSignalView[]> = {};
  for (const signal of signals) (groups[signal.setup_id] ??= []).push(signal);
  return groups;
}
