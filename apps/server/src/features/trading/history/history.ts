import type {
  HistoryQuery,
  Option,
  PaperGapView,
  PurseQuery,
  SettlementCheckCounts,
  SettlementCheckResponse,
  TradeCounts,
  TradeEventView,
  TradeFilter,
  TradingPerformance,
  TradingStats,
} from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { TradingDeps } from '../deps.ts';
import { readPaperGap } from '../paper-gap/read-paper-gap.ts';
import { readPerformance } from '../performance/read-performance.ts';
import { readStats } from '../read-stats.ts';
import { readCheck, readCheckCounts } from '../settlement-checks/read-checks.ts';
import { findActiveTrades, findTrade } from '../trade.repository.ts';
import { toOption } from '../trade-row.ts';
import { countTrades } from './count-trades.ts';
import { historyFile, type StreamedTextFile } from './history-csv.ts';
import { readEvents } from './read-events.ts';
import { readHistory } from './read-history.ts';

/** Read access to trades. Each user reads only their own. */
export interface History {
  active(userId: string): Promise<Option[]>;
  /** Returns a page of ended trades, newest first. */
  page(userId: string, query: HistoryQuery): Promise<Result<Option[], 'trade_not_found'>>;
  /** Returns all ended trades that match the filter, as a CSV file whose parts are generated while they are read. */
  file(userId: string, filter: TradeFilter): StreamedTextFile;
  /** Counts the trades that each frequent question about the history finds. */
  counts(userId: string, filter: TradeFilter): Promise<TradeCounts>;
  /** Returns the statistics of the ended trades that match a filter. */
  performance(userId: string, filter: TradeFilter): Promise<TradingPerformance>;
  /** Returns the events of a trade, in order; null if the user has no such trade. */
  events(userId: string, tradeId: string): Promise<TradeEventView[] | null>;
  /**
   * Returns the check of a trade's settlement; `check` is null if there is none. Returns null if the user has no such
   * trade.
   */
  check(userId: string, tradeId: string): Promise<SettlementCheckResponse | null>;
  /** Compares the returns of the same signals on paper and on demo accounts. */
  paperGap(userId: string): Promise<PaperGapView>;
  /** Returns the number of checked settlements of each account, by verdict. */
  checkCounts(userId: string): Promise<SettlementCheckCounts>;
  one(userId: string, id: string): Promise<Option | null>;
  stats(userId: string, asked?: PurseQuery): Promise<TradingStats>;
}

/** Creates the read access to trades on this database. */
export const createHistory = (deps: TradingDeps): History => ({
  active: async (userId) => (await findActiveTrades(deps.db.sql, userId)).map(toOption),
  page: (userId, query) => readHistory(deps, userId, query),
  file: (userId, filter) => historyFile(deps, userId, filter),
  counts: (userId, filter) => countTrades(deps, userId, filter),
  performance: (userId, filter) => readPerformance(deps, userId, filter),
  events: (userId, tradeId) => readEvents(deps, userId, tradeId),
  one: async (userId, id) => {
    const row = await findTrade(deps.db.sql, userId, id);
    return row && toOption(row);
  },
  check: async (userId, tradeId) => {
    const [row, check] = await Promise.all([
      findTrade(deps.db.sql, userId, tradeId),
      readCheck(deps.db.sql, userId, tradeId),
    ]);
    return row && { check };
  },
  paperGap: (userId) => readPaperGap(deps.db.sql, userId),
  checkCounts: (userId) => readCheckCounts(deps.db.sql, userId),
  stats: (userId, asked) => readStats(deps, userId, asked),
});
