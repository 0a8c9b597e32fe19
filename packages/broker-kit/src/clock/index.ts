/** The broker's clock, compared with ours. */
export { type Answered, BrokerClock } from './broker-clock.ts';
