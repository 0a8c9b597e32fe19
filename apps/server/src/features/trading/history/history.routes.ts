import { Readable } from 'node:stream';
import {
  HistoryCsv,
  HistoryQuery,
  Option,
  OptionParams,
  PaperGapView,
  SettlementCheckCounts,
  SettlementCheckResponse,
  TradeCounts,
  TradeEventView,
  TradeFilter,
} from '@vigia/contract';
import { z } from 'zod';
import { ApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { History } from './history.ts';

const TAG = 'Operaciones';
const READ = { effects: ['reads'], fallback: 'fetch_trading_history' } as const;

type Pages = Pick<History, 'page' | 'counts' | 'file' | 'events' | 'check' | 'checkCounts' | 'paperGap'>;

/** Registers the routes of ended trades (as pages or as a file) and of the events of a trade. */
export function registerHistoryRoutes(app: App, history: Pages): void {
  const routes = memberRoutes(app, TAG);
  routes.get(
    '/api/v1/trading/history',
    {
      config: READ,
      summary: 'Operaciones terminadas, la más reciente primero',
      description:
        'Por páginas: `before` es el id de la última operación de la página anterior. `from` y `to` (sin incluirlo) acotan la liquidación.',
      querystring: HistoryQuery,
      data: z.array(Option),
      failures: 404,
    },
    async ({ principal, query }) => {
      const page = await history.page(principal.userId, query);
      if (!page.ok) throw new ApiError(page.error);
      return page.value;
    },
  );
  routes.get(
    '/api/v1/trading/history/counts',
    {
      config: READ,
      summary: 'Cuántas operaciones hay de hoy, de ayer, de 7 días, ganadas y perdidas, en todo el historial',
      description:
        'Los días son los de tu zona horaria. Los períodos no miran `from` ni `to`, los resultados no miran `result`, y `lost_yesterday` no mira ninguno; lo demás del filtro vale para todos.',
      querystring: TradeFilter,
      data: TradeCounts,
    },
    ({ principal, query }) => history.counts(principal.userId, query),
  );
  registerFileRoute(app, history);
  routes.get(
    '/api/v1/trading/option/:id/events',
    {
      config: READ,
      summary: 'Todo lo que le pasó a una operación, en orden',
      params: OptionParams,
      data: z.array(TradeEventView),
      failures: 404,
    },
    async ({ principal, params }) =>
      valueOrNotFound(await history.events(principal.userId, params.id), 'trade_not_found'),
  );
  registerCheckRoutes(app, history);
}

function registerCheckRoutes(app: App, history: Pages): void {
  const routes = memberRoutes(app, TAG);
  routes.get(
    '/api/v1/trading/option/:id/check',
    {
      config: { effects: ['reads'] },
      summary: 'Lo que dice el bróker de una operación, comparado con los ticks guardados',
      description: '`check` es null mientras no se ha comprobado: se hace un minuto después de la liquidación.',
      params: OptionParams,
      data: SettlementCheckResponse,
      failures: 404,
    },
    async ({ principal, params }) =>
      valueOrNotFound(await history.check(principal.userId, params.id), 'trade_not_found'),
  );
  routes.get(
    '/api/v1/trading/settlement-checks',
    {
      config: { effects: ['reads'] },
      summary: 'Cuántas liquidaciones coinciden con los ticks guardados, por cuenta',
      data: SettlementCheckCounts,
    },
    ({ principal }) => history.checkCounts(principal.userId),
  );
  routes.get(
    '/api/v1/trading/paper-gap',
    {
      config: { effects: ['reads'] },
      summary: 'Las mismas señales en simulado y en demo: la diferencia por unidad apostada, con su intervalo',
      data: PaperGapView,
    },
    ({ principal }) => history.paperGap(principal.userId),
  );
}

/** Rate-limit cost of a request for the file, which reads the whole history of a user. */
const FILE_COST = 20;

function registerFileRoute(app: App, history: Pages): void {
  app.get(
    '/api/v1/trading/history.csv',
    {
      preHandler: app.authenticate,
      exposeHeadRoute: false,
      config: { ...READ, requestCost: FILE_COST },
      schema: {
        tags: [TAG],
        summary: 'Operaciones terminadas en un archivo CSV, la más antigua primero',
        description:
          'Solo lo que ya terminó cuando se pidió; las operaciones activas no están. UTF-8, comas, punto decimal, horas en UTC y en tu zona horaria.',
        querystring: TradeFilter,
        response: { 200: { description: 'Un archivo CSV', content: { 'text/csv': { schema: HistoryCsv } } } },
      },
    },
    async ({ principal, query }, reply) => {
      const { name, parts } = history.file(principal.userId, query);
      const text = await textStream(parts);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(text);
    },
  );
}

/**
 * Streams text while it is generated. The first part is generated before the response starts, so an early failure gets
 * an error response. A later failure breaks the connection, so the client notices that the file is incomplete.
 * Backpressure counts bytes, so the generator waits for a slow client.
 */
async function textStream(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* parts;
  }
  return Readable.from(all(), { objectMode: false });
}
