/** A simulator of Quotex on loopback, built from community descriptions of its protocol. */
export { type QuotexSimulator, startSimulator } from './start-simulator.ts';
