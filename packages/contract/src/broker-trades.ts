import { BrokerAnswer } from './brokers.ts';
import { BROKER_STATUS_ANSWER } from './examples/brokers.ts';
import { BROKER_OPTION } from './examples/trading.ts';
import { Option } from './trading.ts';

/** `POST /api/v1/multi-broker/trade/{broker}`: how the connection stands, and the trade under `data`. */
export const BrokerTradeAnswer = BrokerAnswer.extend({ data: Option }).meta({
  examples: [{ ...BROKER_STATUS_ANSWER, message: 'Operación abierta en IQ Option.', data: BROKER_OPTION }],
});
export type BrokerTradeAnswer = ReturnType<typeof BrokerTradeAnswer.parse>;
