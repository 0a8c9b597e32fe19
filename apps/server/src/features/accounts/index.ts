/** People's accounts: profile, settings, paper money in a double-entry ledger. */
export type { MockAccount } from './account-view.ts';
export { registerAccountsRoutes } from './accounts.routes.ts';
export { type Accounts, createAccounts } from './accounts.ts';
export { refuseApiKey } from './api-key.ts';
export { acceptEmptyJson } from './empty-json.ts';
export type { Balance, Booking } from './ledger.ts';
export type { NewAccount } from './open-account.ts';
export { PROFILE_TEXT_MAX_LENGTH } from './rest/parse-changes.ts';
export type { RiskSettings } from './risk-settings.ts';
export { ACCOUNT_CHANGED, type AccountChanged } from './topics.ts';
