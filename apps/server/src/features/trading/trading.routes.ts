import { CreateOption, Option, OptionParams, TradingHealth, TradingStats } from '@vigia/contract';
import { z } from 'zod';
import { ApiError, found, orRefuse } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { BROKER_GATEWAY } from '../brokers/index.ts';
import { registerHistoryRoutes } from './history/history.routes.ts';
import { isIdempotencyKey } from './idempotency.ts';
import { registerMockRoutes } from './mock/mock.routes.ts';
import { registerPerformanceRoute } from './performance/performance.routes.ts';
import type { Trading } from './trading.ts';

const TAG = 'Operaciones';

/** The trading routes of the API. All require a session; each returns only the user's own trades. */
export function registerTradingRoutes(app: App, trading: Trading): void {
  registerOrderRoute(app, trading);
  registerReadRoutes(app, trading);
  registerHistoryRoutes(app, trading);
  registerPerformanceRoute(app, trading);
  registerMockRoutes(app, trading);
}

function registerOrderRoute(app: App, trading: Trading): void {
  memberRoutes(app, TAG).post(
    '/api/v1/trading/create-option',
    {
      config: {
        botScope: 'trade',
        fallback: 'create_option',
        routedTo: { lease: BROKER_GATEWAY, when: ({ principal }) => trading.tradesAtBroker(principal.userId) },
      },
      summary: 'Abre una operación en el modo actual',
      description: 'Con la misma cabecera Idempotency-Key y los mismos datos responde siempre la misma operación.',
      headers: z.object({ 'idempotency-key': z.string().optional() }),
      body: CreateOption,
      data: Option,
      status: 201,
      failures: '4xx',
    },
    async ({ principal, headers, body }) => {
      const key = headers['idempotency-key'] ?? null;
      if (key !== null && !isIdempotencyKey(key)) throw new ApiError('idempotency_key_invalid');
      return orRefuse(await trading.place(principal, body, key));
    },
  );
}

function registerReadRoutes(app: App, trading: Trading): void {
  const routes = memberRoutes(app, TAG);
  routes.get(
    '/api/v1/trading/active',
    {
      config: { botScope: 'read', fallback: 'fetch_active_options' },
      summary: 'Operaciones activas, la que vence antes primero',
      data: z.array(Option),
    },
    ({ principal }) => trading.active(principal.userId),
  );
  routes.get(
    '/api/v1/trading/option/:id',
    { config: { botScope: 'read' }, summary: 'Una operación', params: OptionParams, data: Option, failures: 404 },
    async ({ principal, params }) => found(await trading.one(principal.userId, params.id), 'trade_not_found'),
  );
  routes.get(
    '/api/v1/trading/stats',
    {
      config: { botScope: 'read', fallback: 'fetch_trading_stats' },
      summary: 'Números del día y acierto de 30 días',
      data: TradingStats,
    },
    ({ principal }) => trading.stats(principal.userId),
  );
  routes.get(
    '/api/v1/trading/health',
    {
      config: { botScope: 'read', fallback: 'fetch_trading_health' },
      summary: 'Estado de la liquidación',
      data: TradingHealth,
    },
    () => trading.health(),
  );
}
