import {
  ErrorBody,
  PRICE_FILE_MAX_BYTES,
  PriceFile,
  PriceFileCandlesQuery,
  PriceFileCandlesView,
  PriceFileConfirmation,
  PriceFileParams,
  PriceFileQuery,
  PriceFileRemoved,
  success,
} from '@vigia/contract';
import { z } from 'zod';
import { ApiError, valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { allowLongBody } from '#platform/http/long-bodies.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { toView } from './price-file-view.ts';
import type { PriceFiles } from './price-files.ts';

const TAG = 'Pruebas sobre historia';
const WRITE = { effects: ['tests_rules'] } as const;
/**
 * Media types of uploads. For these, a browser sends a CORS preflight request before a page of another site may send
 * them.
 */
const FILE_TYPES = ['text/csv', 'application/gzip', 'application/x-gzip'];

/** Registers the routes of price files. */
export function registerPriceFileRoutes(app: App, files: PriceFiles): void {
  const routes = memberRoutes(app, TAG);
  const ofOne = { config: WRITE, params: PriceFileParams, failures: '4xx' } as const;
  routes.get(
    '/api/v1/price-files',
    {
      config: { effects: ['reads'] },
      summary: 'Tus archivos de precios, el más reciente primero',
      data: z.array(PriceFile),
    },
    async ({ principal }) => (await files.list(principal.userId)).map(toView),
  );
  routes.post(
    '/api/v1/price-files/:id/confirm',
    {
      ...ofOne,
      summary: 'Confirma la zona horaria del archivo y lo guarda',
      description:
        'La zona nunca se supone: hasta que la confirmas, el archivo no sirve para pruebas y se borra a las 24 h.',
      body: PriceFileConfirmation,
      data: PriceFile,
    },
    async ({ principal, params, body }) =>
      toView(valueOrApiError(await files.confirm(principal.userId, params.id, body.time_zone))),
  );
  routes.delete(
    '/api/v1/price-files/:id',
    { ...ofOne, summary: 'Borra un archivo de precios y sus velas', data: PriceFileRemoved },
    async ({ principal, params }) => {
      if (!(await files.remove(principal.userId, params.id))) throw new ApiError('price_file_not_found');
      return { deleted: true } as const;
    },
  );
  registerCandles(app, files);
  registerReceiving(app, files);
}

/** Registers the route that a chart of a file reads. */
function registerCandles(app: App, files: PriceFiles): void {
  memberRoutes(app, TAG).get(
    '/api/v1/price-files/:id/candles',
    {
      config: { effects: ['reads'] },
      summary: 'Una página de velas de un archivo guardado, en UTC y en la temporalidad que pidas',
      description:
        'Sin before ni from llegan las más nuevas. La temporalidad ha de ser múltiplo del paso del archivo. Una página puede traer menos velas que limit sin ser la última: lo dicen has_older y has_newer.',
      params: PriceFileParams,
      querystring: PriceFileCandlesQuery,
      data: PriceFileCandlesView,
      failures: '4xx',
    },
    async ({ principal, params, query }) => valueOrApiError(await files.candles(principal.userId, params.id, query)),
  );
}

/** Registers the route that receives a file. The body is the file. It is streamed, while other bodies are collected. */
function registerReceiving(app: App, files: PriceFiles): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    // The body is read only after the user is authenticated and the media type is checked.
    scope.addContentTypeParser('*', async (_request: unknown, body: AsyncIterable<Uint8Array>) => body);
    scope.post(
      '/api/v1/price-files',
      {
        preHandler: scope.authenticate,
        config: WRITE,
        bodyLimit: PRICE_FILE_MAX_BYTES,
        schema: {
          tags: [TAG],
          summary: 'Sube un archivo de velas de cualquier símbolo, que espera tu confirmación de su zona horaria',
          description:
            'El archivo es el cuerpo, de hasta 1 GB y también comprimido con gzip: nuestro CSV, HistData, MetaTrader 4 y 5, TradingView o Dukascopy. La respuesta dice qué se reconoció, sus primeras filas y en qué zona horaria parecen estar. El mismo archivo subido dos veces se guarda una.',
          consumes: FILE_TYPES,
          querystring: PriceFileQuery,
          response: { 201: success(PriceFile), '4xx': ErrorBody },
        },
      },
      async (request, reply) => {
        const { principal, raw, headers, ip, query } = request;
        const stated = headers['content-length'];
        if (!FILE_TYPES.includes(mediaType(headers['content-type']))) throw new ApiError('backtest_file_type');
        if (Number(stated ?? 0) > PRICE_FILE_MAX_BYTES) throw new ApiError('payload_too_large');
        allowLongBody(request, reply);
        const incoming = { ...query, totalBytes: stated === undefined ? null : Number(stated) };
        const received = await files.receive({ ...principal, ip }, incoming, raw);
        return reply.code(201).send({ success: true, data: toView(valueOrApiError(received)) });
      },
    );
  });
}

const mediaType = (header = ''): string => header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
