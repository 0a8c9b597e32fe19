/** The broker's clock in relation to Vigía's clock. */
export { BrokerClock, type BrokerTimeSample } from './broker-clock.ts';
