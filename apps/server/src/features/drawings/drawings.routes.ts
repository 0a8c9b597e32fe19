import { DrawingBody, DrawingParams, DrawingsQuery, DrawingView, ErrorBody, success } from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Drawings } from './drawings.ts';

const PATH = '/api/v1/drawings';
const tags = ['Gráfico'];

/** A person's drawings, by a person's own hand: bots may read them. */
export function registerDrawingRoutes(app: App, drawings: Drawings): void {
  const preHandler = app.authenticate;
  app.get(
    PATH,
    {
      preHandler,
      config: { botScope: 'read' },
      schema: {
        tags,
        summary: 'Tus dibujos sobre el gráfico de un activo, el más antiguo primero',
        querystring: DrawingsQuery,
        response: { 200: success(z.array(DrawingView)) },
      },
    },
    async ({ principal, query }) => answer(await drawings.list(principal.userId, query.symbol)),
  );
  app.put(
    `${PATH}/:id`,
    {
      preHandler,
      schema: {
        tags,
        summary: 'Guarda un dibujo: lo crea, o lo cambia entero',
        description: 'El identificador lo elige quien dibuja; repetir la petición no crea otro.',
        params: DrawingParams,
        body: DrawingBody,
        response: { 200: success(DrawingView), '4xx': ErrorBody },
      },
    },
    async ({ principal, params, body }) => {
      const saved = await drawings.put(principal.userId, params.id, body);
      if (saved.ok) return answer(saved.value);
      const { code, ...values } = saved.error;
      throw new ApiError(code, values);
    },
  );
  app.delete(
    `${PATH}/:id`,
    {
      preHandler,
      schema: {
        tags,
        summary: 'Elimina un dibujo',
        params: DrawingParams,
        response: { 200: success(z.null()), 404: ErrorBody },
      },
    },
    async ({ principal, params }) => {
      if (!(await drawings.remove(principal.userId, params.id))) throw new ApiError('drawing_not_found');
      return answer(null);
    },
  );
}

const answer = <Data>(data: Data) => ({ success: true as const, data });
