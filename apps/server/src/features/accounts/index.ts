/** Users' accounts: profile, settings, risk limits, self-exclusion, and money in a double-entry ledger. */

export { type AccountChoice, isSameChoice, modeOfChoice, nameOfChoice } from './account-choice.ts';
export {
  type AutomationAccountColumns,
  accountSql,
  automationAccount,
  practiceAccount,
  setAutomationAccount,
} from './account-of-automation.ts';
export { type BrokerVenue, brokerVenueOfMode, type MoneyAccount, toAccountView } from './account-view.ts';
export { registerAccountsRoutes } from './accounts.routes.ts';
export { type Accounts, createAccounts } from './accounts.ts';
export { apiKeyRefusal } from './api-key.ts';
export type { BrokerAccountKey } from './broker-account.ts';
export { type ActingUser, type Caller, callerOf, securityEventOf } from './caller.ts';
export { isDeletedUser } from './deletion/delete-account.ts';
export type { People } from './deletion/people.ts';
export { acceptEmptyJson } from './empty-json.ts';
export { ACCOUNT_SECTIONS } from './export/export-sections.ts';
export {
  lockOrders,
  usersWithDueRealityCheck,
  writeAutomationStop,
  writeTradingPeriod,
} from './limits/automation-state.ts';
export {
  type LimitsRow,
  limitBookOfAccountSql,
  limitBookSql,
  type RiskSettings,
  selectLimitsSql,
  toRiskLimits,
  toRiskSettings,
} from './limits/stored-limits.ts';
export { PROFILE_TEXT_MAX_LENGTH } from './rest/parse-changes.ts';
export { type Connections, NO_CONNECTIONS } from './safety/connections.ts';
export type { Actor } from './safety/refuse-account.ts';
export { type AccountSecurityChange, NO_NOTICES, type SecurityNotices } from './safety/security-notices.ts';
export { ACCOUNT_CHANGED, ACCOUNT_CHOSEN, ACCOUNT_DELETED, SELF_EXCLUDED } from './topics.ts';
