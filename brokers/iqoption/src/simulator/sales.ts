import { amountOf, type BookContract } from '@vigia/broker-kit/simulator';
import { OPTION_TERMS } from './actives.ts';
import { contractIdOf } from './rows.ts';
import type { SimulatedBroker } from './simulated-broker.ts';
import { type Fields, type MethodResponse, refusal } from './wire.ts';

/** Refusals of a sale. The real texts and statuses are not public, so these are invented. */
const NO_OPTION = refusal('sell-options', 4_201, 'Option was not found.');
const CLOSED = refusal('sell-options', 4_202, 'Option is already closed.');
const NO_BUYBACK = refusal('sell-options', 4_203, 'Option cannot be sold: buyback is not available.');

const SOLD: MethodResponse = { kind: 'result' };

/**
 * Returns whether the broker buys the option back now: turbo and binary options until the dead time before their
 * expiration.
 */
function isBoughtBack(broker: SimulatedBroker, contract: Readonly<BookContract>): boolean {
  const kind = broker.position(contract)?.kind;
  if (kind === undefined || kind === 'blitz' || contract.result) return false;
  return broker.clock.now() < contract.expiryMs - OPTION_TERMS[kind].deadtimeS * 1_000;
}

/** Sells the position of a `close-position` request, or returns a refusal. */
export const closeDigital = (broker: SimulatedBroker, loginId: string, { position_id: id }: Fields): MethodResponse =>
  sell(broker, loginId, { options_ids: [contractIdOf(id)] }, 'digital');

/**
 * Sells the options of a `sell-options` request, or returns a refusal. Each kind of request sells only its own
 * products.
 */
export function sell(
  broker: SimulatedBroker,
  loginId: string,
  { options_ids: ids }: Fields,
  product: 'digital' | 'other' = 'other',
): MethodResponse {
  const all = Array.isArray(ids) ? ids.map((id) => broker.book.contract(String(id))) : [];
  const named = all.map((contract) => {
    const isDigital = contract && broker.position(contract)?.kind === 'digital';
    return isDigital === (product === 'digital') ? contract : undefined;
  });
  if (named.length === 0) return NO_OPTION;
  const contracts = named.flatMap((contract) => (contract?.loginId === loginId ? [contract] : []));
  if (contracts.length < named.length) return NO_OPTION;
  if (contracts.some(({ result }) => result !== null)) return CLOSED;
  if (!contracts.every((contract) => isBoughtBack(broker, contract))) return NO_BUYBACK;
  for (const { contractId } of contracts) broker.book.sell(contractId);
  return SOLD;
}

/** Returns the rows of `positions-state`: the current result of each of these positions. */
export function positionStates(broker: SimulatedBroker, loginId: string, ids: ReadonlySet<string>): readonly object[] {
  return broker.book.contracts().flatMap((contract) => {
    const position = broker.position(contract);
    const isWanted = position !== null && 'id' in position.row && ids.has(String(position.row.id));
    const valueMinor = broker.book.saleValueMinor(contract.contractId);
    if (!isWanted || contract.loginId !== loginId || valueMinor === null) return [];
    const currency = broker.currencyOf(contract.accountId);
    const { price } = broker.market.lastTick(contract.symbol, broker.clock.now());
    return [
      {
        id: 'id' in position.row ? position.row.id : null,
        instrument_type: `${position.kind}-option`,
        current_price: price,
        quote_timestamp: broker.clock.now(),
        open_price: contract.entryPrice,
        margin: 0,
        currency_conversion: 1,
        pnl: amountOf(valueMinor - contract.stakeMinor, currency),
        pnl_net: amountOf(valueMinor - contract.stakeMinor, currency),
        sell_profit: isBoughtBack(broker, contract) ? amountOf(valueMinor, currency) : null,
        expected_profit: amountOf(Math.round(contract.stakeMinor * (1 + contract.payoutRatio)), currency),
      },
    ];
  });
}
