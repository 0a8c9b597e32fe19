/** The broker's clock in relation to ours. */
export { type Answered, BrokerClock } from './broker-clock.ts';
