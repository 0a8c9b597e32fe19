/** A simulator of Quotex on loopback, built from community descriptions of its protocol. */
export { startSimulator } from './quotex-simulator.ts';
