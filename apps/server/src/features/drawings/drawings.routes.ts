import { DrawingBody, DrawingParams, DrawingsQuery, DrawingView } from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Drawings } from './drawings.ts';

const PATH = '/api/v1/drawings';
const CHANGE = { effects: ['changes_screen'] } as const;

/** Registers the routes of a user's drawings. Bots may read drawings; only users may change them. */
export function registerDrawingRoutes(app: App, drawings: Drawings): void {
  const routes = memberRoutes(app, 'Gráfico');
  routes.get(
    PATH,
    {
      config: { effects: ['reads'] },
      summary: 'Tus dibujos sobre el gráfico de un activo, el más antiguo primero',
      querystring: DrawingsQuery,
      data: z.array(DrawingView),
    },
    ({ principal, query }) => drawings.list(principal.userId, query.symbol),
  );
  routes.put(
    `${PATH}/:id`,
    {
      config: CHANGE,
      summary: 'Guarda un dibujo: lo crea, o lo cambia entero',
      description: 'El identificador lo elige quien dibuja; repetir la petición no crea otro.',
      params: DrawingParams,
      body: DrawingBody,
      data: DrawingView,
      failures: '4xx',
    },
    async ({ principal, params, body }) => {
      const saved = await drawings.put(principal.userId, params.id, body);
      if (saved.ok) return saved.value;
      const { code, ...values } = saved.error;
      throw new ApiError(code, values);
    },
  );
  routes.delete(
    `${PATH}/:id`,
    { config: CHANGE, summary: 'Elimina un dibujo', params: DrawingParams, data: z.null(), failures: 404 },
    async ({ principal, params }) => {
      if (!(await drawings.remove(principal.userId, params.id))) throw new ApiError('drawing_not_found');
      return null;
    },
  );
}
