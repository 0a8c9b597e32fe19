/** A simulator of Olymp Trade on loopback: one socket behind a pasted token, and the deals' history over HTTP. */
export { setQuirk } from '@vigia/broker-kit/simulator';
export { type OlympTradeSimulator, startSimulator } from './start-simulator.ts';
export { accessToken } from './tokens.ts';
