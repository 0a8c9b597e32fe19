/** Quotex as its community describes it, on loopback. */
export { startSimulator } from './quotex-simulator.ts';
