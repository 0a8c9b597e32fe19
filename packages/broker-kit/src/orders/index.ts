/** Orders and contracts: which belongs to which, and how each end is learnt for certain. */
export { Arrivals } from './arrivals.ts';
export { ContractTracker, type FollowedContract } from './contract-tracker.ts';
export { hasTwinAtAnotherTime, type MatchWindow, matchOrders } from './match-orders.ts';
