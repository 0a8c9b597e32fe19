import {
  RejectionView,
  StrategyBody,
  StrategyParams,
  StrategySignalView,
  StrategyStatusBody,
  StrategyView,
} from '@vigia/contract';
import { z } from 'zod';
import { ApiError, valueOrApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { callerOf } from '../accounts/index.ts';
import type { Strategies } from './strategies.ts';

const PATH = '/api/v1/strategies';
const TAG = 'Estrategias';
const READ = { effects: ['reads'] } as const;
const WRITE = { effects: ['changes_rules'] } as const;
const ARMING = { ...WRITE, effectsByContent: ['arms_automation'] } as const;

/** Registers the strategy routes. A user finds only their own strategies. */
export function registerStrategyRoutes(app: App, strategies: Strategies): void {
  registerReadRoutes(app, strategies);
  registerWriteRoutes(app, strategies);
}

function registerReadRoutes(app: App, strategies: Strategies): void {
  const routes = memberRoutes(app, TAG);
  const ofOne = { config: READ, params: StrategyParams, failures: 404 } as const;
  routes.get(
    PATH,
    { config: READ, summary: 'Estrategias con su historial', data: z.array(StrategyView) },
    ({ principal }) => strategies.list(principal.userId),
  );
  routes.get(
    `${PATH}/signals`,
    {
      config: READ,
      summary: 'Las últimas señales de todas las estrategias, la más reciente primero',
      data: z.array(StrategySignalView),
    },
    ({ principal }) => strategies.allSignals(principal.userId),
  );
  routes.get(
    `${PATH}/:id`,
    { ...ofOne, summary: 'Una estrategia', data: StrategyView },
    async ({ principal, params }) => one(await strategies.one(principal.userId, params.id)),
  );
  routes.get(
    `${PATH}/:id/signals`,
    { ...ofOne, summary: 'Sus últimas señales, la más reciente primero', data: z.array(StrategySignalView) },
    async ({ principal, params }) => one(await strategies.signals(principal.userId, params.id)),
  );
  routes.get(
    `${PATH}/:id/rejections`,
    {
      ...ofOne,
      summary: 'Por qué no operó: las últimas oportunidades que no llegaron a nada',
      data: z.array(RejectionView),
    },
    async ({ principal, params }) => [...one(await strategies.rejections(principal.userId, params.id))],
  );
}

function registerWriteRoutes(app: App, strategies: Strategies): void {
  const routes = memberRoutes(app, TAG);
  const written = { config: ARMING, data: StrategyView, failures: '4xx' } as const;
  routes.post(
    PATH,
    { ...written, summary: 'Crea una estrategia', body: StrategyBody, status: 201 },
    async ({ principal, body }) => valueOrApiError(await strategies.create(principal, body)),
  );
  routes.put(
    `${PATH}/:id`,
    {
      ...written,
      summary: 'Cambia una estrategia entera',
      description: 'Un cambio de lo que señala (tipo, parámetros, activo o temporalidad) empieza una versión nueva.',
      params: StrategyParams,
      body: StrategyBody,
    },
    async ({ principal, params, body }) => valueOrApiError(await strategies.replace(principal, params.id, body)),
  );
  routes.post(
    `${PATH}/:id/status`,
    { ...written, summary: 'Activa, pausa o desactiva', params: StrategyParams, body: StrategyStatusBody },
    async ({ principal, params, body }) =>
      valueOrApiError(await strategies.setStatus(principal, params.id, body.status)),
  );
  routes.delete(
    `${PATH}/:id`,
    {
      config: WRITE,
      summary: 'Elimina una estrategia; sus señales y operaciones se conservan',
      params: StrategyParams,
      data: z.null(),
      failures: 404,
    },
    async (request) => {
      const { principal, params } = request;
      // Only external strategies have an address. It ends with its own entry in the security log.
      await strategies.external.removeAddress(callerOf(request), params.id);
      if (!(await strategies.remove(principal.userId, params.id))) throw new ApiError('strategy_not_found');
      return null;
    },
  );
}

const one = <Value>(value: Value | null): Value => valueOrNotFound(value, 'strategy_not_found');
