/** The practice broker itself, on loopback. */
export { startSimulator } from './practice-simulator.ts';
