/** The broker's clock in relation to Vigía's clock. */
export { type Answered, BrokerClock } from './broker-clock.ts';
