import { HistoryFetch, HistoryFetchParams, HistoryFetchRequest } from '@vigia/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { sessionsLeaseOf } from '../brokers/index.ts';
import { toView } from './fetch-view.ts';
import type { HistoryFetches } from './history-fetches.ts';

const PATH = '/api/v1/history-fetches';
const WRITE = { effects: ['tests_rules'] } as const;
/** Forwards requests to the process with the user's broker sessions, because only it knows the assets of the broker. */
const TO_SESSIONS = { lease: ({ principal }: FastifyRequest) => sessionsLeaseOf(principal.userId) };

/** Registers the routes of history fetches. */
export function registerHistoryFetchRoutes(app: App, fetches: HistoryFetches): void {
  const routes = memberRoutes(app, 'Pruebas sobre historia');
  routes.get(
    PATH,
    {
      config: { effects: ['reads'] },
      summary: 'Las historias que traes de tus brókeres, con su avance y sus huecos',
      data: z.array(HistoryFetch),
    },
    async ({ principal }) => (await fetches.list(principal.userId)).map(toView),
  );
  routes.post(
    PATH,
    {
      config: { ...WRITE, routedTo: TO_SESSIONS },
      summary: 'Trae 12 meses de velas de un activo de un bróker conectado, en segundo plano',
      description:
        'Sigue tras un corte o un reinicio. Repetir la petición continúa lo cancelado y alarga hasta hoy lo terminado. Las velas quedan como un archivo de precios con el nombre del bróker.',
      body: HistoryFetchRequest,
      status: 202,
      data: HistoryFetch,
      failures: '4xx',
    },
    async ({ principal: { userId, isAnonymous }, body: { broker, symbol } }) =>
      toView(valueOrApiError(await fetches.start({ userId, isAnonymous, brokerId: broker, symbol }))),
  );
  routes.post(
    `${PATH}/:id/cancel`,
    {
      config: WRITE,
      summary: 'Detiene una descarga de historia y conserva lo traído',
      params: HistoryFetchParams,
      data: HistoryFetch,
      failures: 404,
    },
    async ({ principal, params }) => toView(valueOrApiError(await fetches.cancel(principal.userId, params.id))),
  );
}
