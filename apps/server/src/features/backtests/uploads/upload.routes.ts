import { BACKTEST_CSV_MAX_BYTES, BacktestUpload, ErrorBody, success } from '@vigia/contract';
import { ApiError, valueOrApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Backtests } from '../backtests.ts';

/**
 * Media types of uploads. For these, a browser sends a CORS preflight request before a page of another site may send
 * them.
 */
const FILE_TYPES = ['text/csv', 'application/gzip', 'application/x-gzip'];

/** Registers the upload route. The body is the file. It is streamed, while other bodies are collected. */
export function registerUploadRoute(app: App, backtests: Pick<Backtests, 'upload'>): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    // The body is read only after the user is authenticated and the media type is checked.
    scope.addContentTypeParser('*', async (_request: unknown, body: AsyncIterable<Uint8Array>) => body);
    scope.post(
      '/api/v1/backtests/data',
      {
        preHandler: scope.authenticate,
        config: { effects: ['tests_rules'] },
        bodyLimit: BACKTEST_CSV_MAX_BYTES,
        schema: {
          tags: ['Pruebas sobre historia'],
          summary: 'Sube un CSV de velas para probar sobre él; se guarda una hora',
          description:
            'El archivo es el cuerpo: `time,open,high,low,close[,volume]`, hora Unix en segundos o ISO 8601 (sin zona, UTC), también comprimido con gzip. Separado por comas, punto y coma o tabuladores; sin comas entre columnas, los decimales pueden llevar coma. Vale una exportación de MetaTrader (`<DATE>`, `<TIME>`) y UTF-16. Hasta 64 MB, descomprimido incluido.',
          consumes: FILE_TYPES,
          response: { 201: success(BacktestUpload), '4xx': ErrorBody },
        },
      },
      async (request, reply) => {
        const { principal, raw, headers, ip } = request;
        if (!FILE_TYPES.includes(mediaType(headers['content-type']))) throw new ApiError('backtest_file_type');
        if (Number(headers['content-length'] ?? 0) > BACKTEST_CSV_MAX_BYTES) throw new ApiError('payload_too_large');
        const taken = await backtests.upload({ ...principal, ip }, raw);
        return reply.code(201).send({ success: true, data: valueOrApiError(taken) });
      },
    );
  });
}

const mediaType = (header = ''): string => header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
