/** The conformance tests for broker adapters. Each adapter runs them against its simulator. */

export { ClockDriver } from './clock-driver.ts';
export { describeBrokerConformance } from './describe-broker.ts';
export { Listener } from './listener.ts';
export { expectServesNextClient } from './next-client.ts';
export type { ConformanceOptions } from './options.ts';
