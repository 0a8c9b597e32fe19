/** The simulator of Quotex on loopback, built from community descriptions of the broker's protocol. */
export { setQuirk } from '@vigia/broker-kit/simulator';
export { type QuotexSimulator, startSimulator } from './start-simulator.ts';
