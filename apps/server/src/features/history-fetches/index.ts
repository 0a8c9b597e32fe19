/** Price histories that users fetch from their connected brokers, for backtests. */
export { FETCHED_HISTORY_DAYS } from './deps.ts';
export { HISTORY_FETCH_SECTIONS } from './export-sections.ts';
export { registerHistoryFetchRoutes } from './history-fetch.routes.ts';
export { createHistoryFetches, type HistoryFetches } from './history-fetches.ts';
