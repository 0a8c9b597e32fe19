/**
 * The simulator of IQ Option on loopback: login over HTTP, everything else on one socket. Tests use it, and developers
 * can start it by hand.
 */
export { setQuirk } from '@vigia/broker-kit/simulator';
export { SIMULATED_PASSWORD } from './sign-in.ts';
export { type IqSimulator, startSimulator } from './start-simulator.ts';
