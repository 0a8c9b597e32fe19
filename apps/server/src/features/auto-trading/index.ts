/** Auto-trading: places orders on the signals of a user's own setups and strategies. */
export { AutoTrader } from './auto-trader.ts';
export { registerAutomationAccountRoutes } from './automation-account.routes.ts';
export { BrokerTrader } from './broker-trader.ts';
export { registerGraduationRoutes } from './graduation.routes.ts';
export { type AutomationAccountDeps, firstAutomationBroker } from './move-automation.ts';
export type { RealAccountDeps } from './real-account.ts';
