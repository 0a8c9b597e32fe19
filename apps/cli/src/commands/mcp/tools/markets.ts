import { AssetSymbol } from '@vigia/contract';
import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { defineTool, type Tool } from '../tool.ts';
import { MARKET_WORDS as WORDS } from './markets.es.ts';

const CANDLES_MAX = 500;
const CANDLES_DEFAULT = 100;

const listMarkets = defineTool({
  name: 'list_markets',
  title: WORDS.listTitle,
  description: WORDS.listDescription,
  input: z.strictObject({ search: z.string().trim().max(40).optional().describe(WORDS.search) }),
  run: async ({ search = '' }, { client, signal }) => {
    const { data: assets } = await client.call('GET /api/v1/trading/assets', {}, { signal });
    const wanted = search.toUpperCase();
    const markets = assets.filter(({ symbol, name }) => `${symbol} ${name}`.toUpperCase().includes(wanted));
    return { text: WORDS.list(markets), data: { markets } };
  },
});

const getCandles = defineTool({
  name: 'get_candles',
  title: WORDS.candlesTitle,
  description: WORDS.candlesDescription,
  input: z.strictObject({
    symbol: AssetSymbol,
    timeframe: z.enum(TIMEFRAMES),
    limit: z.number().int().min(1).max(CANDLES_MAX).default(CANDLES_DEFAULT),
    before: z.number().int().positive().optional().describe(WORDS.before),
  }),
  run: async ({ before, ...query }, { client, signal }) => {
    const input = { query: before === undefined ? query : { ...query, before } };
    const { data: candles } = await client.call('GET /api/v1/trading/candles', input, { signal });
    return { text: WORDS.candles(query.symbol, query.timeframe, candles), data: { ...query, candles } };
  },
});

/** Tools about markets. */
export const MARKET_TOOLS: readonly Tool[] = [listMarkets, getCandles];
