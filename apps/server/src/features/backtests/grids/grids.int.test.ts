import { BacktestReport, type BacktestRequest, GridReport, GridRequest } from '@vigia/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { RSI, randomWalk, startBacktests } from '../testing.ts';

const world = await startBacktests();
const { backtests, newPerson, store, ended } = world;
await store('EURUSD', randomWalk(30_000));
await store('GBPUSD', randomWalk(20_000, 2));
// Imported candles have no ticks, so a length in ticks cannot be tested on them.
await store('EURUSD', randomWalk(20_000, 3), 'replay');
afterAll(() => world.close());

const history = (asset: string) => ({ source: 'history', asset }) as const;
const GRID = {
  subject: RSI,
  data: [history('EURUSD'), history('GBPUSD')],
  timeframes: ['1m', '5m'],
  lengths: [{ duration: 5 }, { duration: 15 }],
  payout: 0.85,
  stake: 10,
  currency: 'USD',
} as const;
const gridOf = (given: object = {}): GridRequest => GridRequest.parse({ ...GRID, ...given });

async function reportOf(userId: string, request = gridOf()): Promise<GridReport> {
  const job = await backtests.grid(userId, request);
  if (!job.ok) throw new Error(job.error.code);
  return GridReport.parse((await ended(userId, job.value)).grid);
}

async function singleOf(userId: string, given: Partial<BacktestRequest> = {}): Promise<BacktestReport> {
  const job = await backtests.test(userId, {
    subject: RSI,
    data: history('EURUSD'),
    payout: 0.85,
    stake: 10,
    currency: 'USD',
    ...given,
  });
  if (!job.ok) throw new Error(job.error.code);
  return BacktestReport.parse((await ended(userId, job.value)).report);
}

const refusalOf = async (userId: string, request: GridRequest) => {
  const job = await backtests.grid(userId, request);
  return job.ok ? null : job.error.code;
};

describe('a grid of backtests', () => {
  it('tests the rules on every asset, timeframe and duration, and each cell gives the same result as a single test', async () => {
    const grid = await reportOf(await newPerson());
    expect(grid.cells.map((cell) => [cell.asset, cell.timeframe, cell.duration])).toEqual(
      ['EURUSD', 'GBPUSD'].flatMap((asset) =>
        ['1m', '5m'].flatMap((timeframe) => [5, 15].map((duration) => [asset, timeframe, duration])),
      ),
    );
    const single = await singleOf(await newPerson());
    const cell = grid.cells[2]?.result;
    expect(cell).toMatchObject({ trades: single.trades, profit: single.profit, p_value: single.luck?.p_value });
    expect(cell?.card).toEqual(single.card);
  });

  it('counts equal cells once', async () => {
    const twice = { data: [...GRID.data, history('EURUSD')], timeframes: ['5m', '5m'], lengths: [{ duration: 5 }] };
    const grid = await reportOf(
      await newPerson(),
      gridOf({ ...twice, lengths: [{ duration: 5 }, { duration_seconds: 300 }] }),
    );
    expect([grid.variants, grid.cells.length]).toEqual([2, 2]);
  });

  it('reports a short sample for a cell with fewer than 30 decided trades', async () => {
    const to = '2026-10-02T00:00:00.000Z';
    const grid = await reportOf(await newPerson(), gridOf({ data: [{ ...history('EURUSD'), to }] }));
    const short = grid.cells.filter(({ result }) => result !== null && result.card.decided < 30);
    expect(short.length).toBeGreaterThan(0);
    expect(new Set(short.map(({ result }) => result?.verdict))).toEqual(new Set(['short_sample']));
  });

  it('lists a cell that cannot be tested with its reason, and does not count it as tried', async () => {
    const grid = await reportOf(await newPerson(), gridOf({ data: [history('USDJPY'), history('EURUSD')] }));
    expect(grid.variants).toBe(4);
    expect(grid.cells[0]).toMatchObject({
      asset: 'USDJPY',
      result: null,
      error: { code: 'backtest_no_data', message: 'No hay datos de USDJPY para esas fechas.' },
    });
    expect(grid.cells[4]?.result?.trades).toBeGreaterThan(0);
  });

  it('is refused if no cell can be tested', async () => {
    expect(await refusalOf(await newPerson(), gridOf({ data: [history('USDJPY')] }))).toBe('backtest_no_data');
  });

  it('tests setups too, with another timeframe and expiry in their rules', async () => {
    const subject = { kind: 'pcr', setup: { patterns: { requiredCriteria: 4 }, expiry: 5 } };
    const grid = await reportOf(await newPerson(), gridOf({ subject, data: [history('EURUSD')] }));
    expect(grid.variants).toBe(4);
    expect(grid.cells.map(({ result }) => result?.candles)).toEqual([30_000, 30_000, 6_000, 6_000]);
  });

  it.each([
    ['more than 24 cells', { timeframes: ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] }],
    ['an uploaded file', { data: [{ source: 'csv', upload_id: '018f4a6e-0000-7000-8000-000000000001' }] }],
    ['two units of a length', { lengths: [{ duration: 5, duration_seconds: 15 }] }],
  ])('accepts no request with %s', (_what, given) => {
    expect(GridRequest.safeParse({ ...GRID, ...given }).success).toBe(false);
  });
});

describe('a cell of a grid', () => {
  it('is tested alone with the rules, data and money of the grid, and counts as one more test on these data', async () => {
    const userId = await newPerson();
    const to = '2026-10-10T00:00:00.000Z';
    const data = [
      { ...history('EURUSD'), to },
      { ...history('GBPUSD'), to },
    ];
    const request = gridOf({ data, payout: 0.9, stake: 25 });
    const grid = await backtests.grid(userId, request);
    if (!grid.ok) throw new Error(grid.error.code);
    const { cells } = GridReport.parse((await ended(userId, grid.value)).grid);
    const started = await backtests.testCell(userId, grid.value.id, 7);
    if (!started.ok) throw new Error(started.error.code);
    const { report, asked, judgement } = await ended(userId, started.value);
    expect(report).toMatchObject({ asset: 'GBPUSD', timeframe: '5m' });
    expect(judgement?.tries).toBe(2);
    expect(report?.card).toEqual(cells[7]?.result?.card);
    expect(report?.profit).toBe(cells[7]?.result?.profit);
    expect(asked).toMatchObject({
      rules: { parameters: { duration: 15 } },
      data: { ...history('GBPUSD'), to },
      payout: 0.9,
      stake: 25,
      app_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });

  it('is refused if it was not tested, if its grid does not name it, and if the grid is of another user', async () => {
    const userId = await newPerson();
    const lengths = [{ duration: 5 }, { duration_ticks: 5 }];
    const data = [{ source: 'imported', asset: 'EURUSD' }] as const;
    const grid = await backtests.grid(userId, gridOf({ data: [...data], timeframes: ['5m'], lengths }));
    if (!grid.ok) throw new Error(grid.error.code);
    await ended(userId, grid.value);
    const codeOf = async (of: string, cell: number) => {
      const started = await backtests.testCell(of, grid.value.id, cell);
      return started.ok ? null : started.error.code;
    };
    expect(await codeOf(userId, 1)).toBe('backtest_cell_not_found');
    expect(await codeOf(userId, 9)).toBe('backtest_cell_not_found');
    expect(await codeOf(await newPerson(), 0)).toBe('backtest_not_found');
  });

  it('can be tested later: the response of its grid contains the request, which the list of backtests omits', async () => {
    const userId = await newPerson();
    const grid = await backtests.grid(userId, gridOf());
    if (!grid.ok) throw new Error(grid.error.code);
    expect((await ended(userId, grid.value)).asked).toMatchObject({ data: GRID.data, stake: 10, payout: 0.85 });
    expect((await backtests.list(userId)).map(({ asked }) => asked)).toEqual([null]);
  });
});
