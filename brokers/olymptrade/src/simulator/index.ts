/**
 * The simulator of Olymp Trade on loopback: one socket that requires a pasted token, and the history of deals over
 * HTTP.
 */
export { setQuirk } from '@vigia/broker-kit/simulator';
export { type OlympTradeSimulator, startSimulator } from './start-simulator.ts';
export { accessToken } from './tokens.ts';
