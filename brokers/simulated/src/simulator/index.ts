/** The server of the practice broker, on loopback. */
export { startSimulator } from './practice-simulator.ts';
