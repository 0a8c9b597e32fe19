import { AssetSymbol, CurrencyCode } from '@vigia/contract';
import { ACCOUNT_KINDS, TRADE_ORIGINS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { defineTool, type Tool } from '../tool.ts';
import { RESULT_WORDS as WORDS } from './results.es.ts';

const Instant = z.iso.datetime({ offset: true });

const getStatistics = defineTool({
  name: 'get_statistics',
  title: WORDS.statisticsTitle,
  description: WORDS.statisticsDescription,
  input: z.strictObject({
    account: z.enum(ACCOUNT_KINDS).optional().describe(WORDS.account),
    currency: CurrencyCode.optional(),
    symbol: AssetSymbol.optional(),
    origin: z.enum(TRADE_ORIGINS).optional(),
    from: Instant.optional(),
    to: Instant.optional(),
  }),
  run: async (given, { client, signal }) => {
    const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const { data } = await client.call('GET /api/v1/trading/performance', { query }, { signal });
    // The curve has up to 300 points, which no text needs.
    const { equity: _curve, ...figures } = data;
    return { text: WORDS.statistics(data), data: figures };
  },
});

const listBacktests = defineTool({
  name: 'list_backtests',
  title: WORDS.listTitle,
  description: WORDS.listDescription,
  input: z.strictObject({}),
  run: async (_none, { client, signal }) => {
    const { data } = await client.call('GET /api/v1/backtests', {}, { signal });
    const backtests = data.map(
      ({ asked: _asked, report: _report, sweep: _sweep, grid: _grid, proof: _proof, ...job }) => job,
    );
    return { text: WORDS.list(data), data: { backtests } };
  },
});

const getBacktest = defineTool({
  name: 'get_backtest',
  title: WORDS.oneTitle,
  description: WORDS.oneDescription,
  input: z.strictObject({ backtest_id: z.uuid() }),
  run: async ({ backtest_id: id }, { client, signal }) => {
    const { data: backtest } = await client.call('GET /api/v1/backtests/{id}', { path: { id } }, { signal });
    return { text: WORDS.one(backtest), data: { backtest } };
  },
});

/** Tools about results of trades and backtests. */
export const RESULT_TOOLS: readonly Tool[] = [getStatistics, listBacktests, getBacktest];
