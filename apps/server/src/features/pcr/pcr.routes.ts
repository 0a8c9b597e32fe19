import {
  ErrorBody,
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
  success,
} from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { found, granted, registerSetupRoutes, TAGS } from './editing/setup.routes.ts';
import type { Pcr } from './pcr.ts';

/** Registers the detector's routes. A user sees their own setups and the built-in ones. */
export function registerPcrRoutes(app: App, pcr: Pcr): void {
  registerSetupRoutes(app, pcr);
  registerFindingRoutes(app, pcr);
  registerReportRoutes(app, pcr);
  registerInsideRoutes(app, pcr);
}

/** Registers the routes for recent signals and sequences. */
function registerFindingRoutes(app: App, pcr: Pcr): void {
  const preHandler = app.authenticate;
  const config = { botScope: 'read' } as const;
  app.get(
    '/api/pcr/signals',
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'Las últimas señales, la más reciente primero',
        response: { 200: success(PcrSignals) },
      },
    },
    async ({ principal }) => {
      const signals = await pcr.signals(principal.userId);
      return { success: true as const, data: { signals, signals_by_setup: bySetup(signals) } };
    },
  );
  app.get(
    '/api/pcr/sequences/summary',
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'Las últimas secuencias y sus zonas',
        querystring: PcrSequencesQuery,
        response: { 200: success(z.array(PcrSequenceView)) },
      },
    },
    async ({ principal, query }) => ({
      success: true as const,
      data: await pcr.sequences(principal.userId, query.asset),
    }),
  );
}

/** Registers the routes for statistics, rejections and the dashboard. */
function registerReportRoutes(app: App, pcr: Pcr): void {
  const preHandler = app.authenticate;
  const config = { botScope: 'read', fallback: 'fetch_pcr_metrics' } as const;
  app.get(
    '/api/pcr/dashboard',
    {
      preHandler,
      config,
      schema: { tags: TAGS, summary: 'Las cifras de tus setups', response: { 200: success(PcrDashboard) } },
    },
    async ({ principal }) => ({ success: true as const, data: await pcr.dashboard(principal.userId) }),
  );
  app.get(
    '/api/pcr/setup/:id/statistics',
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'Las cifras de un setup',
        params: PcrSetupParams,
        response: { 200: success(PcrSetupStatistics), '4xx': ErrorBody },
      },
    },
    async ({ principal, params }) => found(await pcr.statistics(principal.userId, params.id)),
  );
  app.get(
    '/api/pcr/setup/:id/rejections',
    {
      preHandler,
      config: { botScope: 'read' },
      schema: {
        tags: TAGS,
        summary: '¿Por qué no opera? Las últimas 50 oportunidades que no llegaron a nada',
        params: PcrSetupParams,
        response: { 200: success(z.array(RejectionView)), '4xx': ErrorBody },
      },
    },
    async ({ principal, params }) => found(await pcr.rejections(principal.userId, params.id)),
  );
}

/** Registers the routes that show the engine's internal state and the cost of a martingale ladder. */
function registerInsideRoutes(app: App, pcr: Pcr): void {
  const preHandler = app.authenticate;
  const config = { botScope: 'read' } as const;
  app.get(
    '/api/pcr/debug',
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'El motor por dentro, leído de su propio estado',
        querystring: PcrDebugQuery,
        response: { 200: success(PcrDebug), '4xx': ErrorBody },
      },
    },
    async ({ principal, query }) => {
      const seen = await pcr.debug(principal.userId, query.setup, query.after);
      if (seen === 'not_running') throw new ApiError('setup_not_running');
      return found(seen);
    },
  );
  app.get(
    '/api/pcr/ladder',
    {
      preHandler,
      config,
      schema: {
        tags: TAGS,
        summary: 'Lo que cuesta perder una martingala entera, y por qué no se puede activar',
        querystring: PcrLadderQuery,
        response: { 200: success(LadderView), '4xx': ErrorBody },
      },
    },
    async ({ principal, query }) => granted(await pcr.ladder(principal.userId, query)),
  );
  app.get(
    '/api/pcr/health',
    { preHandler, config, schema: { tags: TAGS, summary: 'Estado del motor PCR', response: { 200: PcrHealth } } },
    async ({ principal }) => pcr.health(principal.userId),
  );
}

/** Groups the same list by setup; the API serves both shapes (docs/spec/api.md §4). */
function bySetup(signals: readonly PcrSignalView[]): Record<string, PcrSignalView[]> {
  const groups: Record<string, PcrSignalView[]> = {};
  for (const signal of signals) (groups[signal.setup_id] ??= []).push(signal);
  return groups;
}
