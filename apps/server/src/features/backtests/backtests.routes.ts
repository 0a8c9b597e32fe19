import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  BacktestCsv,
  BacktestJob,
  BacktestParams,
  BacktestRemoved,
  BacktestRequest,
  ErrorBody,
  GridCellTest,
  GridRequest,
  Library,
  SavedBacktestRequest,
  SweepRequest,
} from '@vigia/contract';
import { z } from 'zod';
import { valueOrApiError, valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Backtests } from './backtests.ts';
import { registerUploadRoute } from './uploads/upload.routes.ts';
import { uploadLeaseKey } from './uploads/upload-store.ts';

const TAG = 'Pruebas sobre historia';
const WRITE = { effects: ['tests_rules'] } as const;
/**
 * Options of the routes that start a backtest. A request about an uploaded file goes to the process that holds the file
 * in memory.
 */
const TESTS = {
  ...WRITE,
  routedTo: {
    leaseOf: ({ body }: { readonly body: unknown }) => {
      const asked = OnFile.safeParse(body);
      return asked.success ? uploadLeaseKey(asked.data.data.upload_id) : null;
    },
  },
};
const OnFile = z.object({ data: z.object({ source: z.literal('csv'), upload_id: z.uuid() }) });
const READ = { effects: ['reads'] } as const;
const ACCEPTED = { config: TESTS, data: BacktestJob, status: 202, failures: '4xx' } as const;

/** Registers the routes of backtests. Users see only their own. */
export function registerBacktestRoutes(app: App, backtests: Backtests): void {
  registerTestRoutes(app, backtests);
  registerLookRoute(app, backtests);
  registerJobRoutes(app, backtests);
  registerFileRoute(app, backtests);
  registerUploadRoute(app, backtests);
}

function registerTestRoutes(app: App, backtests: Backtests): void {
  const routes = memberRoutes(app, TAG);
  routes.post(
    '/api/v1/backtests',
    {
      ...ACCEPTED,
      summary: 'Prueba unas reglas sobre historia',
      description: 'Responde enseguida con el trabajo; su progreso y su informe se piden con su id.',
      body: BacktestRequest,
    },
    async ({ principal, body }) => valueOrApiError(await backtests.test(principal.userId, body)),
  );
  routes.post(
    '/api/v1/backtests/sweeps',
    {
      ...ACCEPTED,
      summary: 'Prueba muchas variantes, cada una juzgada en datos en los que no se eligió',
      description:
        'Cuantas más variantes se prueban, más fácil es que una gane por suerte: el valor p se corrige por todas las que probaste sobre los mismos datos.',
      body: SweepRequest,
    },
    async ({ principal, body }) => valueOrApiError(await backtests.sweep(principal.userId, body)),
  );
  routes.post(
    '/api/v1/backtests/grids',
    {
      ...ACCEPTED,
      summary: 'Prueba unas reglas sobre varios activos, temporalidades y duraciones a la vez',
      description:
        'Como mucho 24 casillas. El veredicto y el valor p de cada una van corregidos por todas las casillas y por lo que ya probaste sobre esos datos.',
      body: GridRequest,
    },
    async ({ principal, body }) => valueOrApiError(await backtests.grid(principal.userId, body)),
  );
  routes.post(
    '/api/v1/backtests/:id/cell-tests',
    {
      ...ACCEPTED,
      summary: 'Prueba aparte una casilla de una rejilla, con su curva y sus operaciones',
      description: 'Son las mismas reglas sobre los mismos datos: no cuenta como otra variante probada.',
      params: BacktestParams,
      body: GridCellTest,
    },
    async ({ principal, params, body }) =>
      valueOrApiError(await backtests.testCell(principal.userId, params.id, body.cell)),
  );
  routes.post(
    '/api/v1/backtests/:id/proofs',
    {
      ...ACCEPTED,
      summary: 'Pone a prueba el método de un test en mercados sin ventaja',
      description:
        'Corre las mismas reglas, o el mismo barrido entero, en 500 copias de las mismas velas cuyos movimientos suben o bajan a cara o cruz. No cuenta como otra variante probada. Si el test ya tiene una, responde con ella.',
      params: BacktestParams,
    },
    async ({ principal, params }) => valueOrApiError(await backtests.prove(principal.userId, params.id)),
  );
  const saved = { ...ACCEPTED, params: BacktestParams, body: SavedBacktestRequest };
  routes.post(
    '/api/v1/strategies/:id/backtest',
    { ...saved, summary: 'Prueba una estrategia guardada; sin datos, sobre la historia de su activo' },
    async ({ principal, params, body }) =>
      valueOrApiError(await backtests.testStrategy(principal.userId, params.id, body)),
  );
  routes.post(
    '/api/pcr/setup/:id/backtest',
    { ...saved, summary: 'Prueba un setup guardado; sin datos, sobre la historia de su activo' },
    async ({ principal, params, body }) =>
      valueOrApiError(await backtests.testSetup(principal.userId, params.id, body)),
  );
}

function registerLookRoute(app: App, backtests: Backtests): void {
  memberRoutes(app, TAG).post(
    '/api/v1/backtests/looks',
    {
      ...ACCEPTED,
      summary: 'Mira unas reglas sobre historia, sin veredicto y sin gastar presupuesto',
      description:
        'Solo se guarda la última mirada: cada una cancela y reemplaza a la anterior. No cuenta como prueba, pero sus reglas compiten en los veredictos que pidas después sobre los mismos datos.',
      body: BacktestRequest,
    },
    async ({ principal, body }) => valueOrApiError(await backtests.look(principal.userId, body)),
  );
}

function registerJobRoutes(app: App, backtests: Backtests): void {
  const routes = memberRoutes(app, TAG);
  const ofOne = { params: BacktestParams, failures: 404 } as const;
  routes.get(
    '/api/v1/backtests',
    {
      config: READ,
      summary: 'Tus últimas 20 pruebas, la más reciente primero y sin su informe',
      data: z.array(BacktestJob),
    },
    ({ principal }) => backtests.list(principal.userId),
  );
  routes.get(
    '/api/v1/backtests/:id',
    { ...ofOne, config: READ, summary: 'Una prueba: su progreso y, cuando termina, su informe', data: BacktestJob },
    async ({ principal, params }) => one(await backtests.one(principal.userId, params.id)),
  );
  routes.post(
    '/api/v1/backtests/:id/cancel',
    {
      ...ofOne,
      config: WRITE,
      summary: 'Cancela una prueba en curso',
      description: 'Responde qué fue de ella: si terminó justo antes, su informe se queda.',
      data: BacktestJob,
    },
    async ({ principal, params }) => one(await backtests.cancel(principal.userId, params.id)),
  );
  routes.delete(
    '/api/v1/backtests/:id',
    {
      ...ofOne,
      config: WRITE,
      summary: 'Cancela una prueba en curso u olvida una terminada',
      description: 'De una prueba olvidada se borra el informe; que se probó sigue contando para corregir el valor p.',
      data: BacktestRemoved,
    },
    async ({ principal, params }) => ({ result: one(await backtests.remove(principal.userId, params.id)) }),
  );
  routes.get(
    '/api/v1/library',
    {
      config: READ,
      summary: 'Puntos de partida, cada uno con su resultado honesto en el mercado simulado',
      description: 'Los resultados se calculan la primera vez que se piden; mientras tanto son null.',
      data: Library,
    },
    async () => backtests.library(),
  );
}

const one = <Value>(value: Value | null): Value => valueOrNotFound(value, 'backtest_not_found');

function registerFileRoute(app: App, backtests: Backtests): void {
  app.get(
    '/api/v1/backtests/:id/trades.csv',
    {
      preHandler: app.authenticate,
      exposeHeadRoute: false,
      config: READ,
      schema: {
        tags: [TAG],
        summary: 'Todas las operaciones de una prueba en un archivo CSV',
        params: BacktestParams,
        response: {
          200: { description: 'Un archivo CSV', content: { 'text/csv': { schema: BacktestCsv } } },
          404: ErrorBody,
        },
      },
    },
    async ({ principal, params }, reply) => {
      const parts = one(await backtests.trades(principal.userId, params.id));
      const packed = Readable.from(parts, { objectMode: false });
      const text = createGunzip();
      // The client must notice that the file is incomplete, so an error of one stream also breaks the other stream.
      packed.on('error', (error) => text.destroy(error));
      text.on('close', () => packed.destroy());
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="vigia-prueba-${params.id.slice(0, 8)}.csv"`)
        .send(packed.pipe(text));
    },
  );
}
