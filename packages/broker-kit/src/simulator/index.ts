/**
 * Building blocks of the simulated brokers: a market, a book of contracts, a script of faults and a server on loopback.
 * Only simulators use them.
 */
export { type AcceptedOrderFault, type AcknowledgeActions, acknowledgeAs } from './acknowledge.ts';
export { amountOf, amountText, minorOfAmount } from './amounts.ts';
export { ContractBook } from './contract-book.ts';
export type {
  BookAccount,
  BookContract,
  BookOrder,
  BookRefusal,
  BookResult,
  ContractBookEvent,
} from './contract-book-types.ts';
export {
  CLOCK_WRONG_MS,
  type Deviation,
  SHIFTED_CANDLES_FACTOR,
  withoutFields,
  withScaledFields,
} from './deviations.ts';
export { type ContractStream, FaultScript, type LoginFault, type OrderFault, type PageFault } from './fault-script.ts';
export {
  type HttpReply,
  type HttpRequest,
  type Loopback,
  listenOnLoopback,
  type SimulatedLine,
  type Upgrade,
} from './loopback.ts';
export { type LoopbackProxy, openLoopbackProxy } from './loopback-proxy.ts';
export { longAssetList, type MarketAsset, type MarketSpec, type MarketTick, SimulatedMarket } from './market.ts';
export { MessageRate } from './message-rate.ts';
export { type PageAnswerer, PageResponses } from './page-responses.ts';
export { type Quirks, type QuirkValue, type QuirkValues, setQuirk } from './quirks.ts';
export type { BrokerSimulator } from './simulator.ts';
