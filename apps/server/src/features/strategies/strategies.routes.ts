import {
  ErrorBody,
  RejectionView,
  StrategyBody,
  StrategyParams,
  StrategySignalView,
  StrategyStatusBody,
  StrategyView,
  success,
} from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { StrategyRefusal } from './save-strategy.ts';
import type { Strategies } from './strategies.ts';

const PATH = '/api/v1/strategies';
const tags = ['Estrategias'];
const READ = { botScope: 'read' } as const;
const WRITE = { botScope: 'pcr' } as const;

/** Registers the strategy routes. A user finds only their own strategies. */
export function registerStrategyRoutes(app: App, strategies: Strategies): void {
  registerReadRoutes(app, strategies);
  registerWriteRoutes(app, strategies);
}

function registerReadRoutes(app: App, strategies: Strategies): void {
  const preHandler = app.authenticate;
  const ofOne = { params: StrategyParams };
  app.get(
    PATH,
    {
      preHandler,
      config: READ,
      schema: { tags, summary: 'Estrategias con su historial', response: { 200: success(z.array(StrategyView)) } },
    },
    async ({ principal }) => answer(await strategies.list(principal.userId)),
  );
  app.get(
    `${PATH}/:id`,
    {
      preHandler,
      config: READ,
      schema: { ...ofOne, tags, summary: 'Una estrategia', response: { 200: success(StrategyView), 404: ErrorBody } },
    },
    async ({ principal, params }) => answer(found(await strategies.one(principal.userId, params.id))),
  );
  app.get(
    `${PATH}/:id/signals`,
    {
      preHandler,
      config: READ,
      schema: {
        ...ofOne,
        tags,
        summary: 'Sus últimas señales, la más reciente primero',
        response: { 200: success(z.array(StrategySignalView)), 404: ErrorBody },
      },
    },
    async ({ principal, params }) => answer(found(await strategies.signals(principal.userId, params.id))),
  );
  app.get(
    `${PATH}/:id/rejections`,
    {
      preHandler,
      config: READ,
      schema: {
        ...ofOne,
        tags,
        summary: 'Por qué no operó: las últimas oportunidades que no llegaron a nada',
        response: { 200: success(z.array(RejectionView)), 404: ErrorBody },
      },
    },
    async ({ principal, params }) => answer([...found(await strategies.rejections(principal.userId, params.id))]),
  );
}

function registerWriteRoutes(app: App, strategies: Strategies): void {
  const preHandler = app.authenticate;
  const response = { 200: success(StrategyView), '4xx': ErrorBody };
  app.post(
    PATH,
    {
      preHandler,
      config: WRITE,
      schema: {
        tags,
        summary: 'Crea una estrategia',
        body: StrategyBody,
        response: { 201: success(StrategyView), '4xx': ErrorBody },
      },
    },
    async ({ principal, body }, reply) =>
      reply.code(201).send(answer(accepted(await strategies.create(principal.userId, body)))),
  );
  app.put(
    `${PATH}/:id`,
    {
      preHandler,
      config: WRITE,
      schema: {
        tags,
        summary: 'Cambia una estrategia entera',
        description: 'Un cambio de lo que señala (tipo, parámetros, activo o temporalidad) empieza una versión nueva.',
        params: StrategyParams,
        body: StrategyBody,
        response,
      },
    },
    async ({ principal, params, body }) =>
      answer(accepted(await strategies.replace(principal.userId, params.id, body))),
  );
  app.post(
    `${PATH}/:id/status`,
    {
      preHandler,
      config: WRITE,
      schema: {
        tags,
        summary: 'Activa, pausa o desactiva',
        params: StrategyParams,
        body: StrategyStatusBody,
        response,
      },
    },
    async ({ principal, params, body }) =>
      answer(found(await strategies.setStatus(principal.userId, params.id, body.status))),
  );
  app.delete(
    `${PATH}/:id`,
    {
      preHandler,
      config: WRITE,
      schema: {
        tags,
        summary: 'Elimina una estrategia; sus señales y operaciones se conservan',
        params: StrategyParams,
        response: { 200: success(z.null()), 404: ErrorBody },
      },
    },
    async ({ principal, params }) => {
      if (!(await strategies.remove(principal.userId, params.id))) throw new ApiError('strategy_not_found');
      return answer(null);
    },
  );
}

const answer = <Data>(data: Data) => ({ success: true as const, data });

function found<Found>(one: Found | null): Found {
  if (one === null) throw new ApiError('strategy_not_found');
  return one;
}

function accepted<Saved>(saved: Result<Saved, StrategyRefusal>): Saved {
  if (!saved.ok) throw new ApiError(saved.error.code, saved.error.values, saved.error.details);
  return saved.value;
}
