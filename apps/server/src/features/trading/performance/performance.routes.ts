import { TradeFilter, TradingPerformance } from '@vigia/contract';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { History } from '../history/history.ts';

/** Registers the route of the performance statistics of ended trades. */
export function registerPerformanceRoute(app: App, history: Pick<History, 'performance'>): void {
  memberRoutes(app, 'Operaciones').get(
    '/api/v1/trading/performance',
    {
      config: { effects: ['reads'], fallback: 'fetch_trading_stats' },
      summary: 'Rendimiento: acierto con su intervalo, esperanza, rachas, caída máxima, curva y grupos',
      description:
        'Las horas y los días de la semana son los de la entrada, en tu zona horaria. Son las operaciones de un tipo de dinero en una moneda (`account`, `currency`; si no se dicen, los de tu cuenta actual). Los empates cuentan pero no deciden; las anuladas solo se cuentan aparte.',
      querystring: TradeFilter,
      data: TradingPerformance,
    },
    ({ principal, query }) => history.performance(principal.userId, query),
  );
}
