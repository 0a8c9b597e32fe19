/** The engine that runs setups and strategies on the live market. */
export type { AutomationRun, EvaluationGroup } from './automation.ts';
export { AutomationEngine } from './automation-engine.ts';
export type { OpenedGroups, OpenRequest } from './automation-kind.ts';
export type { AutomationStream } from './automation-stream.ts';
export { DATA_FAULTS_ES } from './data-fault.es.ts';
export { type DataFault, dataFaultOf } from './data-fault.ts';
export type { AutomationMarket, EngineDeps } from './deps.ts';
export {
  type AutomationOwner,
  ladderAccount,
  ladderFaultText,
  martingaleRefusal,
} from './martingale.ts';
export { type PastCandles, pastCandlesBuilder } from './past-candles.ts';
export { closesAfterVersionStart } from './version-start.ts';
