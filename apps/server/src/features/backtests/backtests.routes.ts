import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  BacktestCsv,
  BacktestJob,
  BacktestParams,
  BacktestRemoved,
  BacktestRequest,
  ErrorBody,
  Library,
  SavedBacktestRequest,
  SweepRequest,
  success,
} from '@vigia/contract';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Backtests } from './backtests.ts';
import { orRefuse } from './or-refuse.ts';
import { registerUploadRoute } from './uploads/upload.routes.ts';
import { uploadPiece } from './uploads/upload-store.ts';

const TAGS = ['Pruebas sobre historia'];
const WRITE = { botScope: 'pcr' } as const;
/** A file stays in the memory of the process it was sent to. */
const TESTS = {
  ...WRITE,
  routedTo: {
    leaseOf: ({ body }: { readonly body: unknown }) => {
      const asked = OnFile.safeParse(body);
      return asked.success ? uploadPiece(asked.data.data.upload_id) : null;
    },
  },
};
const OnFile = z.object({ data: z.object({ source: z.literal('csv'), upload_id: z.uuid() }) });
const READ = { botScope: 'read' } as const;
const Params = BacktestParams;
const Accepted = { 202: success(BacktestJob), '4xx': ErrorBody };

/** Routes for tests on history; each user sees only their own. */
export function registerBacktestRoutes(app: App, backtests: Backtests): void {
  registerTestRoutes(app, backtests);
  registerSavedRoutes(app, backtests);
  registerJobRoutes(app, backtests);
  registerFileRoute(app, backtests);
  registerUploadRoute(app, backtests);
  registerLibraryRoute(app, backtests);
}

function registerTestRoutes(app: App, backtests: Backtests): void {
  app.post(
    '/api/v1/backtests',
    {
      preHandler: app.authenticate,
      config: TESTS,
      schema: {
        tags: TAGS,
        summary: 'Prueba unas reglas sobre historia',
        description: 'Responde enseguida con el trabajo; su progreso y su informe se piden con su id.',
        body: BacktestRequest,
        response: Accepted,
      },
    },
    async ({ principal, body }, reply) =>
      reply.code(202).send({ success: true, data: orRefuse(await backtests.test(principal.userId, body)) }),
  );
  app.post(
    '/api/v1/backtests/sweeps',
    {
      preHandler: app.authenticate,
      config: TESTS,
      schema: {
        tags: TAGS,
        summary: 'Prueba muchas variantes, cada una juzgada en datos en los que no se eligió',
        description:
          'Cuantas más variantes se prueban, más fácil es que una gane por suerte: el valor p se corrige por todas las que probaste sobre los mismos datos.',
        body: SweepRequest,
        response: Accepted,
      },
    },
    async ({ principal, body }, reply) =>
      reply.code(202).send({ success: true, data: orRefuse(await backtests.sweep(principal.userId, body)) }),
  );
}

function registerSavedRoutes(app: App, backtests: Backtests): void {
  app.post(
    '/api/v1/strategies/:id/backtest',
    {
      preHandler: app.authenticate,
      config: TESTS,
      schema: {
        tags: TAGS,
        summary: 'Prueba una estrategia guardada; sin datos, sobre la historia de su activo',
        params: Params,
        body: SavedBacktestRequest,
        response: Accepted,
      },
    },
    async ({ principal, params, body }, reply) => {
      const job = await backtests.testStrategy(principal.userId, params.id, body);
      return reply.code(202).send({ success: true, data: orRefuse(job) });
    },
  );
  app.post(
    '/api/pcr/setup/:id/backtest',
    {
      preHandler: app.authenticate,
      config: TESTS,
      schema: {
        tags: TAGS,
        summary: 'Prueba un setup guardado; sin datos, sobre la historia de su activo',
        params: Params,
        body: SavedBacktestRequest,
        response: Accepted,
      },
    },
    async ({ principal, params, body }, reply) => {
      const job = await backtests.testSetup(principal.userId, params.id, body);
      return reply.code(202).send({ success: true, data: orRefuse(job) });
    },
  );
}

function registerJobRoutes(app: App, backtests: Backtests): void {
  const preHandler = app.authenticate;
  app.get(
    '/api/v1/backtests',
    {
      preHandler,
      config: READ,
      schema: {
        tags: TAGS,
        summary: 'Tus últimas 20 pruebas, la más reciente primero y sin su informe',
        response: { 200: success(z.array(BacktestJob)) },
      },
    },
    async ({ principal }) => ({ success: true as const, data: await backtests.list(principal.userId) }),
  );
  app.get(
    '/api/v1/backtests/:id',
    {
      preHandler,
      config: READ,
      schema: {
        tags: TAGS,
        summary: 'Una prueba: su progreso y, cuando termina, su informe',
        params: Params,
        response: { 200: success(BacktestJob), 404: ErrorBody },
      },
    },
    async ({ principal, params }) => {
      const job = await backtests.one(principal.userId, params.id);
      if (job === null) throw new ApiError('backtest_not_found');
      return { success: true as const, data: job };
    },
  );
  app.post(
    '/api/v1/backtests/:id/cancel',
    {
      preHandler,
      config: WRITE,
      schema: {
        tags: TAGS,
        summary: 'Cancela una prueba en curso',
        description: 'Responde qué fue de ella: si terminó justo antes, su informe se queda.',
        params: Params,
        response: { 200: success(BacktestJob), 404: ErrorBody },
      },
    },
    async ({ principal, params }) => {
      const job = await backtests.cancel(principal.userId, params.id);
      if (job === null) throw new ApiError('backtest_not_found');
      return { success: true as const, data: job };
    },
  );
  app.delete(
    '/api/v1/backtests/:id',
    {
      preHandler,
      config: WRITE,
      schema: {
        tags: TAGS,
        summary: 'Cancela una prueba en curso u olvida una terminada',
        description:
          'De una prueba olvidada se borra el informe; que se probó sigue contando para corregir el valor p.',
        params: Params,
        response: { 200: success(BacktestRemoved), 404: ErrorBody },
      },
    },
    async ({ principal, params }) => {
      const result = await backtests.remove(principal.userId, params.id);
      if (result === null) throw new ApiError('backtest_not_found');
      return { success: true as const, data: { result } };
    },
  );
}

function registerFileRoute(app: App, backtests: Backtests): void {
  app.get(
    '/api/v1/backtests/:id/trades.csv',
    {
      preHandler: app.authenticate,
      exposeHeadRoute: false,
      config: READ,
      schema: {
        tags: TAGS,
        summary: 'Todas las operaciones de una prueba en un archivo CSV',
        params: Params,
        response: {
          200: { description: 'Un archivo CSV', content: { 'text/csv': { schema: BacktestCsv } } },
          404: ErrorBody,
        },
      },
    },
    async ({ principal, params }, reply) => {
      const parts = await backtests.trades(principal.userId, params.id);
      if (parts === null) throw new ApiError('backtest_not_found');
      const packed = Readable.from(parts, { objectMode: false });
      const text = createGunzip();
      // Half a file must not look like a whole one: what breaks the one breaks the other.
      packed.on('error', (error) => text.destroy(error));
      text.on('close', () => packed.destroy());
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="vigia-prueba-${params.id.slice(0, 8)}.csv"`)
        .send(packed.pipe(text));
    },
  );
}

function registerLibraryRoute(app: App, backtests: Backtests): void {
  app.get(
    '/api/v1/library',
    {
      preHandler: app.authenticate,
      config: READ,
      schema: {
        tags: TAGS,
        summary: 'Puntos de partida, cada uno con su resultado honesto en el mercado simulado',
        description: 'Los resultados se calculan la primera vez que se piden; mientras tanto son null.',
        response: { 200: success(Library) },
      },
    },
    async () => ({ success: true as const, data: backtests.library() }),
  );
}
