/** Matches orders with option contracts in the broker's records, and publishes the end of each contract. */
export { ArrivalTimes } from './arrival-times.ts';
export { ContractTracker, type FollowedContract } from './contract-tracker.ts';
export { hasEqualAtOtherTime, type MatchWindow, matchOrders } from './match-orders.ts';
export { isTimed, NOT_SOLD_BY_TICKS, reconcileTimed } from './timed-orders.ts';
export {
  type BrokerRecords,
  type RecordRow,
  recordsOf,
  UNREADABLE_ROW,
  type UnreadRow,
  verdictsOf,
} from './verdicts.ts';
