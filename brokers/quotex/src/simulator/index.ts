/** A simulator of Quotex on loopback, after community descriptions. */
export { startSimulator } from './quotex-simulator.ts';
