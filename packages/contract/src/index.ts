/**
 * The API contract: the messages between browser and server as zod schemas. Types, validation and OpenAPI are derived
 * from these schemas only.
 */

export * from './account.ts';
export * from './account-security.ts';
export * from './automation-account.ts';
export * from './backtest-grid-limits.ts';
export * from './backtest-grid-report.ts';
export * from './backtest-grids.ts';
export * from './backtests.ts';
export * from './broker-accounts.ts';
export * from './broker-check.es.ts';
export * from './broker-check.ts';
export * from './broker-consent.ts';
export * from './broker-logins.ts';
export * from './broker-trades.ts';
export * from './brokers.ts';
export * from './common.ts';
export * from './drawings.ts';
export * from './early-sale.ts';
export * from './entry-delay.ts';
export * from './errors/error-codes.ts';
export * from './errors/fallbacks.es.ts';
export { faultsOf, type InputFault } from './errors/faults.ts';
export * from './errors/messages.es.ts';
export * from './errors/money-text.ts';
export * from './errors/sale-messages.es.ts';
export * from './errors/validation-messages.es.ts';
export * from './gates.ts';
export * from './headers.ts';
export * from './history-fetches.ts';
export * from './limits.ts';
export * from './market-data.ts';
export * from './own-limits.ts';
export * from './own-rules.ts';
export * from './pcr.ts';
export * from './pcr-reports.ts';
export * from './pcr-setup.ts';
export * from './preferences.ts';
export * from './price-file-candles.ts';
export * from './price-files.ts';
export * from './push.ts';
export * from './read-setup.ts';
export * from './rule-words/conditions.es.ts';
export * from './rule-words/operands.es.ts';
export * from './service.ts';
export * from './signal-decision.ts';
export * from './stake-plan.ts';
export * from './strategies.ts';
export * from './strategy-views.ts';
export * from './strategy-words/index.ts';
export * from './stream.ts';
export * from './trading.ts';
