import { amountOf, amountText, type BookContract, type BookResult } from '@vigia/broker-kit/simulator';
import type { Currency } from '@vigia/core/money';
import { isForSale } from './sale-calls.ts';
import type { SecondTick } from './second-ticks.ts';
import { brokerSymbolOf } from './symbols.ts';
import type { Body, SimulatedApiVersion } from './wire.ts';

type Contract = Readonly<BookContract>;

const second = (timeMs: number): number => Math.floor(timeMs / 1_000);

/** Returns the amount that a win pays, in minor units: stake plus profit. */
export const payoutMinor = (stakeMinor: number, payoutRatio: number): number =>
  stakeMinor + Math.round(stakeMinor * payoutRatio);

export const shortcode = (contract: Contract, currency: Currency): string =>
  [
    contract.direction,
    brokerSymbolOf(contract.symbol),
    amountText(payoutMinor(contract.stakeMinor, contract.payoutRatio), currency),
    second(contract.openedAtMs),
    contract.ticks === undefined ? second(contract.expiryMs) : `${contract.ticks}T`,
    'S0P_0',
  ].join('_');

export const longcode = ({ direction, symbol }: Contract): string =>
  `Win payout if ${brokerSymbolOf(symbol)} is strictly ${direction === 'CALL' ? 'higher' : 'lower'} than entry spot at the end.`;

export const transactionOf = (contract: Contract): number => Number(contract.contractId) * 10;

/** Returns the body of the reply to `buy`. */
export const boughtBody = (contract: Contract, currency: Currency, balanceAfterMinor: number): Body => ({
  contract_id: Number(contract.contractId),
  transaction_id: transactionOf(contract),
  balance_after: amountOf(balanceAfterMinor, currency),
  buy_price: amountOf(contract.stakeMinor, currency),
  payout: amountOf(payoutMinor(contract.stakeMinor, contract.payoutRatio), currency),
  purchase_time: second(contract.openedAtMs),
  start_time: second(contract.openedAtMs),
  longcode: longcode(contract),
  shortcode: shortcode(contract, currency),
});

/** Returns the body of `proposal_open_contract`. The new API writes money and prices as text, v3 as numbers. */
export function openBody(
  contract: Contract,
  currency: Currency,
  generation: SimulatedApiVersion,
  {
    nowMs,
    bidMinor,
    ticks,
  }: { readonly nowMs: number; readonly bidMinor: number | null; readonly ticks: readonly SecondTick[] | null },
): Body {
  const { result } = contract;
  const payout = payoutMinor(contract.stakeMinor, contract.payoutRatio);
  const amount = (minor: number) => (generation === 'new' ? amountText : amountOf)(minor, currency);
  const valueMinor = result ? contract.stakeMinor + result.profitMinor : (bidMinor ?? contract.stakeMinor);
  const profitMinor = valueMinor - contract.stakeMinor;
  const isExpired = nowMs >= contract.expiryMs ? 1 : 0;
  return {
    contract_id: Number(contract.contractId),
    contract_type: contract.direction,
    currency,
    ...(generation === 'new'
      ? { underlying_symbol: brokerSymbolOf(contract.symbol) }
      : { underlying: brokerSymbolOf(contract.symbol) }),
    buy_price: amount(contract.stakeMinor),
    payout: amount(payout),
    profit: amount(profitMinor),
    bid_price: amount(valueMinor),
    profit_percentage: Math.round((profitMinor / contract.stakeMinor) * 10_000) / 100,
    status: statusOf(result),
    is_sold: result ? 1 : 0,
    is_expired: isExpired,
    is_settleable: isExpired,
    is_valid_to_sell: isForSale(contract, nowMs) ? 1 : 0,
    ...(nowMs < contract.entryTickMs ? {} : entryBody(contract, generation)),
    date_start: second(contract.openedAtMs),
    purchase_time: second(contract.openedAtMs),
    ...(ticks === null ? { date_expiry: second(contract.expiryMs) } : tickBody(contract, ticks)),
    date_settlement: second(contract.expiryMs),
    transaction_ids: { buy: transactionOf(contract), ...(result ? { sell: transactionOf(contract) + 1 } : {}) },
    longcode: longcode(contract),
    shortcode: shortcode(contract, currency),
    ...(result && !result.wasSold ? exitBody(result, generation) : {}),
    ...(result ? { sell_price: amount(valueMinor), sell_time: second(result.settledAtMs) } : {}),
  };
}

function statusOf(result: BookResult | null): string {
  if (result === null) return 'open';
  if (result.wasSold) return 'sold';
  return result.outcome === 'won' ? 'won' : 'lost';
}

/** Returns the fields of a contract with a duration in ticks, whose expiry is not known in advance. */
const tickBody = ({ ticks: total }: Contract, ticks: readonly SecondTick[]): Body => ({
  tick_count: total,
  tick_stream: ticks.map(({ epoch, quote }) => ({ epoch, tick: quote, tick_display_value: String(quote) })),
});

/** Returns the fields of the entry tick. Messages contain them only after the first tick after the start. */
const entryBody = ({ entryPrice, entryTickMs }: Contract, generation: SimulatedApiVersion): Body =>
  generation === 'new'
    ? { entry_spot: String(entryPrice), entry_spot_time: second(entryTickMs) }
    : { entry_tick: entryPrice, entry_tick_time: second(entryTickMs) };

const exitBody = ({ settlePrice, settleTickMs }: BookResult, generation: SimulatedApiVersion): Body =>
  generation === 'new'
    ? { exit_spot: String(settlePrice), exit_spot_time: second(settleTickMs) }
    : { exit_tick: settlePrice, exit_tick_time: second(settleTickMs) };

/** Returns a row of `portfolio`. */
export const portfolioBody = (contract: Contract, currency: Currency, generation: SimulatedApiVersion): Body => ({
  contract_id: Number(contract.contractId),
  contract_type: contract.direction,
  currency,
  ...(generation === 'new'
    ? { underlying_symbol: brokerSymbolOf(contract.symbol) }
    : { symbol: brokerSymbolOf(contract.symbol) }),
  buy_price: amountOf(contract.stakeMinor, currency),
  payout: amountOf(payoutMinor(contract.stakeMinor, contract.payoutRatio), currency),
  date_start: second(contract.openedAtMs),
  purchase_time: second(contract.openedAtMs),
  // A contract with a duration in ticks has its start here, because its end is not known yet.
  expiry_time: second(contract.ticks === undefined ? contract.expiryMs : contract.openedAtMs),
  transaction_id: transactionOf(contract),
  longcode: longcode(contract),
  shortcode: shortcode(contract, currency),
});

/**
 * Returns a row of `profit_table`. It contains its terms only if the request has `description: 1`, as the schema
 * states.
 */
export const profitBody = (contract: Contract, currency: Currency, isDescribed: boolean): Body => ({
  contract_id: Number(contract.contractId),
  buy_price: amountOf(contract.stakeMinor, currency),
  payout: amountOf(payoutMinor(contract.stakeMinor, contract.payoutRatio), currency),
  sell_price: amountOf(contract.stakeMinor + (contract.result?.profitMinor ?? 0), currency),
  purchase_time: second(contract.openedAtMs),
  sell_time: second(contract.result?.settledAtMs ?? 0),
  transaction_id: transactionOf(contract),
  ...(isDescribed
    ? {
        contract_type: contract.direction,
        underlying_symbol: brokerSymbolOf(contract.symbol),
        shortcode: shortcode(contract, currency),
        longcode: longcode(contract),
      }
    : {}),
});
