/** The server of the practice broker, on loopback. */
export { setQuirk } from '@vigia/broker-kit/simulator';
export { startSimulator } from './practice-simulator.ts';
