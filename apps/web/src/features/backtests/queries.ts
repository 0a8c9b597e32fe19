import { queryOptions } from '@tanstack/react-query';
import { BacktestJob, type BacktestRequest, type GridRequest, Library, type SweepRequest } from '@vigia/contract';
import { z } from 'zod';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { apiQuery } from '#shared/lib/api-query.ts';
import { apiOf } from '#shared/lib/services.ts';
import type { LookRequest } from './look/look-request.ts';
import { isUnfinished } from './model/backtests-of-rules.ts';
import type { BacktestTarget } from './target.ts';

const PATH = { jobs: '/api/v1/backtests', looks: '/api/v1/backtests/looks', library: '/api/v1/library' } as const;
const PROGRESS_EVERY_MS = 500;
const LIST_EVERY_MS = 2_000;
const RECORDS_EVERY_MS = 5_000;

/** Query of the user's last backtests, newest first, without their reports. */
export const jobsQuery = queryOptions({
  ...apiQuery(PATH.jobs, z.array(BacktestJob)),
  refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? LIST_EVERY_MS : false),
});

/** Returns the query of one backtest with its report. It polls while the backtest runs. */
export const jobQuery = (id: string) =>
  queryOptions({
    ...apiQuery(`${PATH.jobs}/${id}`, BacktestJob, { key: [PATH.jobs, id] }),
    refetchInterval: ({ state }) => (state.data === undefined || isUnfinished(state.data) ? PROGRESS_EVERY_MS : false),
  });

/** Query of the strategy library. It polls while the server is computing a result. */
export const libraryQuery = queryOptions({
  ...apiQuery(PATH.library, Library),
  refetchInterval: ({ state }) => (state.data?.items.some(({ record }) => record === null) ? RECORDS_EVERY_MS : false),
});

/**
 * Query that starts a look at rules, which replaces the user's earlier look. It runs once for each request that is on
 * the screen. Null starts nothing.
 */
export const lookQuery = (request: LookRequest | null) =>
  queryOptions({
    queryKey: [PATH.looks, request],
    queryFn: ({ client, signal }) => apiOf(client).post(PATH.looks, { schema: BacktestJob, body: request, signal }),
    enabled: request !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

type TestRequest = Omit<z.input<typeof BacktestRequest>, 'subject'>;

/**
 * Starts a backtest. Saved rules are sent by id, unsaved rules by content.
 * @throws ApiFailure
 */
export const startTest = (api: ApiClient, { id, subject }: BacktestTarget, wish: TestRequest): Promise<BacktestJob> =>
  id !== null && subject.kind === 'strategy'
    ? api.post(`/api/v1/strategies/${id}/backtest`, { schema: BacktestJob, body: wish })
    : api.post(PATH.jobs, { schema: BacktestJob, body: { subject, ...wish } });

/**
 * Starts a sweep.
 * @throws ApiFailure
 */
export const startSweep = (api: ApiClient, request: z.input<typeof SweepRequest>): Promise<BacktestJob> =>
  api.post(`${PATH.jobs}/sweeps`, { schema: BacktestJob, body: request });

/**
 * Starts a grid of backtests.
 * @throws ApiFailure
 */
export const startGrid = (api: ApiClient, request: z.input<typeof GridRequest>): Promise<BacktestJob> =>
  api.post(`${PATH.jobs}/grids`, { schema: BacktestJob, body: request });

/**
 * Starts a backtest of one cell of a grid. `cell` is the index of the cell in the report of the grid, from 0.
 * @throws ApiFailure
 */
export const startCell = (api: ApiClient, gridId: string, cell: number): Promise<BacktestJob> =>
  api.post(`${PATH.jobs}/${gridId}/cell-tests`, { schema: BacktestJob, body: { cell } });

/**
 * Runs the method of a test in markets without an edge. Returns the present proof of the test, if it has one.
 * @throws ApiFailure
 */
export const startProof = (api: ApiClient, testId: string): Promise<BacktestJob> =>
  api.post(`${PATH.jobs}/${testId}/proofs`, { schema: BacktestJob });

/**
 * Cancels a running backtest and returns its state. A backtest that has just finished keeps its report.
 * @throws ApiFailure
 */
export const cancelJob = (api: ApiClient, id: string): Promise<BacktestJob> =>
  api.post(`${PATH.jobs}/${id}/cancel`, { schema: BacktestJob });

/** Returns the path of a file with all trades of a test. */
export const tradesCsvPath = (id: string): string => `${PATH.jobs}/${id}/trades.csv`;
