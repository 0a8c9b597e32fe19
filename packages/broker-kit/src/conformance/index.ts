/** What every broker has to keep, run by each adapter against its simulator. For tests only. */
export { type ConformanceOptions, describeBrokerConformance } from './describe-broker.ts';
export { Drive } from './drive.ts';
