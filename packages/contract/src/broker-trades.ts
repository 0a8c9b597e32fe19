import { z } from 'zod';
import { BROKER_ACCOUNT_TYPES } from './broker-accounts.ts';
import { BrokerResponse } from './brokers.ts';
import { BROKER_STATUS_RESPONSE } from './examples/brokers.ts';
import { BROKER_OPTION, CREATE_OPTION } from './examples/trading.ts';
import { hasExactlyOneLength, LENGTH_FAULT } from './lengths.ts';
import { Option, ORDER_FIELDS } from './trading.ts';

/**
 * Body of `POST /api/v1/multi-broker/trade/{broker}`: an order and its account kind, demo by default. If the connection
 * uses the other account kind, the order is refused.
 */
export const BrokerOrderBody = ORDER_FIELDS.omit({ mode: true })
  .extend({ account_type: z.enum(BROKER_ACCOUNT_TYPES).default('demo') })
  .refine(hasExactlyOneLength, LENGTH_FAULT)
  .meta({ examples: [{ ...CREATE_OPTION, account_type: 'demo' }] });
export type BrokerOrderBody = z.infer<typeof BrokerOrderBody>;

/** Response of `POST /api/v1/multi-broker/trade/{broker}`: the state of the connection, and the trade under `data`. */
export const BrokerTradeResponse = BrokerResponse.extend({ data: Option }).meta({
  examples: [{ ...BROKER_STATUS_RESPONSE, message: 'Operación abierta en IQ Option.', data: BROKER_OPTION }],
});
export type BrokerTradeResponse = ReturnType<typeof BrokerTradeResponse.parse>;
