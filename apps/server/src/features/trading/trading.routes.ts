import { CreateOption, ErrorBody, Option, OptionParams, success, TradingHealth, TradingStats } from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { BROKER_GATEWAY } from '../brokers/index.ts';
import { registerHistoryRoutes } from './history/history.routes.ts';
import { isIdempotencyKey } from './idempotency.ts';
import { registerMockRoutes } from './mock/mock.routes.ts';
import { registerPerformanceRoute } from './performance/performance.routes.ts';
import type { Trading } from './trading.ts';

const TAGS = ['Operaciones'];
const Options = success(z.array(Option));

/** The trading routes of the API. All require a session; each returns only the user's own trades. */
export function registerTradingRoutes(app: App, trading: Trading): void {
  registerOrderRoute(app, trading);
  registerReadRoutes(app, trading);
  registerHistoryRoutes(app, trading);
  registerPerformanceRoute(app, trading);
  registerMockRoutes(app, trading);
}

function registerOrderRoute(app: App, trading: Trading): void {
  app.post(
    '/api/v1/trading/create-option',
    {
      preHandler: app.authenticate,
      config: {
        botScope: 'trade',
        fallback: 'create_option',
        routedTo: { lease: BROKER_GATEWAY, when: ({ principal }) => trading.tradesAtBroker(principal.userId) },
      },
      schema: {
        tags: TAGS,
        summary: 'Abre una operación en el modo actual',
        description: 'Con la misma cabecera Idempotency-Key y los mismos datos responde siempre la misma operación.',
        headers: z.object({ 'idempotency-key': z.string().optional() }),
        body: CreateOption,
        response: { 201: success(Option), '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'] ?? null;
      if (key !== null && !isIdempotencyKey(key)) throw new ApiError('idempotency_key_invalid');
      const placed = await trading.place(request.principal, request.body, key);
      if (!placed.ok) throw new ApiError(placed.error.code, placed.error.values, placed.error.details);
      return reply.code(201).send({ success: true, data: placed.value });
    },
  );
}

function registerReadRoutes(app: App, trading: Trading): void {
  const preHandler = app.authenticate;
  app.get(
    '/api/v1/trading/active',
    {
      preHandler,
      config: { botScope: 'read', fallback: 'fetch_active_options' },
      schema: { tags: TAGS, summary: 'Operaciones activas, la que vence antes primero', response: { 200: Options } },
    },
    async ({ principal }) => ({ success: true as const, data: await trading.active(principal.userId) }),
  );
  app.get(
    '/api/v1/trading/option/:id',
    {
      preHandler,
      config: { botScope: 'read' },
      schema: {
        tags: TAGS,
        summary: 'Una operación',
        params: OptionParams,
        response: { 200: success(Option), 404: ErrorBody },
      },
    },
    async ({ principal, params }) => {
      const option = await trading.one(principal.userId, params.id);
      if (option === null) throw new ApiError('trade_not_found');
      return { success: true as const, data: option };
    },
  );
  app.get(
    '/api/v1/trading/stats',
    {
      preHandler,
      config: { botScope: 'read', fallback: 'fetch_trading_stats' },
      schema: { tags: TAGS, summary: 'Números del día y acierto de 30 días', response: { 200: success(TradingStats) } },
    },
    async ({ principal }) => ({ success: true as const, data: await trading.stats(principal.userId) }),
  );
  app.get(
    '/api/v1/trading/health',
    {
      preHandler,
      config: { botScope: 'read', fallback: 'fetch_trading_health' },
      schema: { tags: TAGS, summary: 'Estado de la liquidación', response: { 200: success(TradingHealth) } },
    },
    async () => ({ success: true as const, data: await trading.health() }),
  );
}
