import { CreateOption, Option, OptionParams, PurseQuery, TradingHealth, TradingStats } from '@vigia/contract';
import { z } from 'zod';
import { ApiError, valueOrApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { sessionsLeaseOf } from '../brokers/index.ts';
import { registerHistoryRoutes } from './history/history.routes.ts';
import type { History } from './history/history.ts';
import { isIdempotencyKey } from './idempotency.ts';
import { registerMockRoutes } from './mock/mock.routes.ts';
import { registerPerformanceRoute } from './performance/performance.routes.ts';
import type { OrderService } from './placing/orders.ts';
import type { Settlement } from './settlement.ts';
import type { Trading } from './trading.ts';
import { registerSaleRoutes } from './venue/sale.routes.ts';

const TAG = 'Operaciones';

/** Registers the trading routes of the API. All of them require a session and return only the user's own trades. */
export function registerTradingRoutes(app: App, { orders, sales, settlement, history }: Trading): void {
  registerOrderRoute(app, orders);
  registerSaleRoutes(app, sales);
  registerReadRoutes(app, history, settlement);
  registerHistoryRoutes(app, history);
  registerPerformanceRoute(app, history);
  registerMockRoutes(app, orders);
}

function registerOrderRoute(app: App, orders: Pick<OrderService, 'place' | 'modeTradesAtBroker'>): void {
  memberRoutes(app, TAG).post(
    '/api/v1/trading/create-option',
    {
      config: {
        effects: ['places_orders'],
        fallback: 'create_option',
        routedTo: {
          lease: ({ principal }) => sessionsLeaseOf(principal.userId),
          when: ({ principal }) => orders.modeTradesAtBroker(principal.userId),
        },
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
      return valueOrApiError(await orders.place(principal, body, key));
    },
  );
}

function registerReadRoutes(
  app: App,
  history: Pick<History, 'active' | 'one' | 'stats'>,
  settlement: Pick<Settlement, 'health'>,
): void {
  const routes = memberRoutes(app, TAG);
  routes.get(
    '/api/v1/trading/active',
    {
      config: { effects: ['reads'], fallback: 'fetch_active_options' },
      summary: 'Operaciones activas, la que vence antes primero',
      data: z.array(Option),
    },
    ({ principal }) => history.active(principal.userId),
  );
  routes.get(
    '/api/v1/trading/option/:id',
    { config: { effects: ['reads'] }, summary: 'Una operación', params: OptionParams, data: Option, failures: 404 },
    async ({ principal, params }) => valueOrNotFound(await history.one(principal.userId, params.id), 'trade_not_found'),
  );
  routes.get(
    '/api/v1/trading/stats',
    {
      config: { effects: ['reads'], fallback: 'fetch_trading_stats' },
      summary: 'Números del día y acierto de 30 días, de un tipo de dinero en una moneda',
      querystring: PurseQuery,
      data: TradingStats,
    },
    ({ principal, query }) => history.stats(principal.userId, query),
  );
  routes.get(
    '/api/v1/trading/health',
    {
      config: { effects: ['reads'], fallback: 'fetch_trading_health' },
      summary: 'Estado de la liquidación',
      data: TradingHealth,
    },
    () => settlement.health(),
  );
}
