/** Requirements on every broker, run by each adapter against its simulator. For tests only. */
export { describeBrokerConformance } from './describe-broker.ts';
export { Drive } from './drive.ts';
export { Listener } from './listener.ts';
export type { ConformanceOptions } from './options.ts';
