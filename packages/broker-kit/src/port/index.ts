/** Ports that price sources and brokers implement. */
export * from './broker.ts';
export type * from './consent.ts';
export type * from './contract.ts';
export type * from './credentials.ts';
export * from './faults.ts';
export { Oddities, type Oddity } from './oddities.ts';
export { withContractTimesOfServer } from './our-time.ts';
export * from './price-feed.ts';
export type * from './recording-rules.ts';
export type * from './sale.ts';
export type * from './wire-tap.ts';
