/** The messages between browser and server as zod schemas, the only source of types, validation and OpenAPI. */

export * from './account.ts';
export * from './account-security.ts';
export * from './automation-account.ts';
export * from './backtests.ts';
export * from './broker-trades.ts';
export * from './brokers.ts';
export * from './common.ts';
export * from './drawings.ts';
export * from './early-sale.ts';
export * from './errors/error-codes.ts';
export * from './errors/fallbacks.es.ts';
export * from './errors/messages.es.ts';
export * from './errors/money-text.ts';
export * from './errors/sale-messages.es.ts';
export * from './headers.ts';
export * from './limits.ts';
export * from './market-data.ts';
export * from './pcr.ts';
export * from './pcr-reports.ts';
export * from './pcr-setup.ts';
export * from './preferences.ts';
export * from './push.ts';
export * from './service.ts';
export * from './strategies.ts';
export * from './stream.ts';
export * from './trading.ts';
