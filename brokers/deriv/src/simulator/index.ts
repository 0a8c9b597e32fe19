/**
 * The simulator of Deriv on loopback: REST, one-time sockets, the public socket and the legacy v3 socket. Tests use it,
 * and developers can start it by hand.
 */
export { setQuirk } from '@vigia/broker-kit/simulator';
export { answerConsentPage } from './consent-visit.ts';
export { type DerivSimulator, startSimulator, type TappedMessage } from './start-simulator.ts';
