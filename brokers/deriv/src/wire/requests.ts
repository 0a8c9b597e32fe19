import type { ContractLength } from '@vigia/broker-kit/port';
import type { MinorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import type { Direction } from '@vigia/core/vocabulary';

/**
 * Generation of Deriv's API. `new`: api.derivws.com. `v3`: the WebSocket API that the new API replaces. Their messages
 * differ in the names of a few fields.
 */
export type DerivApiVersion = 'new' | 'v3';

/** One request without its `req_id`. Its first key is the name of the call. */
export type DerivRequest = Readonly<Record<string, unknown>>;

/** Terms of an option contract; `symbol` is Deriv's own symbol. */
export type ContractTerms = {
  readonly symbol: string;
  readonly direction: Direction;
  readonly currency: Currency;
  readonly stakeMinor: MinorUnits;
} & ContractLength;

const DAY_S = 86_400;

export const authorize = (token: string): DerivRequest => ({ authorize: token });
export const subscribeBalance: DerivRequest = { balance: 1, subscribe: 1 };
export const activeSymbols: DerivRequest = { active_symbols: 'brief', contract_type: ['CALL', 'PUT'] };

/**
 * Requests the contracts that Deriv offers for a symbol. v3 states stake limits in the requested currency (by default
 * in dollars); the new API accepts no currency.
 */
export const contractsFor = (generation: DerivApiVersion, symbol: string, currency: Currency): DerivRequest => ({
  contracts_for: symbol,
  ...(generation === 'v3' && currency !== PAPER_CURRENCY ? { currency } : {}),
});

export const serverTime: DerivRequest = { time: 1 };
export const ping: DerivRequest = { ping: 1 };
export const forget = (subscriptionId: string): DerivRequest => ({ forget: subscriptionId });
export const logout: DerivRequest = { logout: 1 };
/** Resets the balance of a virtual account (v3 only). */
export const topUpVirtual: DerivRequest = { topup_virtual: 1 };
export const portfolio: DerivRequest = { portfolio: 1 };

/**
 * Requests the price of a Rise/Fall contract without a barrier: CALL wins strictly above the entry price, PUT strictly
 * below it.
 */
export function proposal(generation: DerivApiVersion, terms: ContractTerms): DerivRequest {
  const { symbol, direction, currency, stakeMinor } = terms;
  return {
    proposal: 1,
    amount: formatMinor(stakeMinor, currency),
    basis: 'stake',
    contract_type: direction,
    currency,
    ...duration(terms),
    ...(generation === 'new' ? { underlying_symbol: symbol } : { symbol }),
  };
}

/**
 * @param price highest accepted price, in units of the account's currency. With the price of the proposal, Deriv
 * refuses a higher price.
 */
export const buy = (proposalId: string, price: number): DerivRequest => ({ buy: proposalId, price, subscribe: 1 });

/** @param price lowest accepted price, in units of the account's currency */
export const sell = (contractId: number, price: number): DerivRequest => ({ sell: contractId, price });

/** Requests one option contract. @param subscribe whether Deriv sends it again at each change */
export const openContract = (contractId: number, subscribe: boolean): DerivRequest => ({
  proposal_open_contract: 1,
  contract_id: contractId,
  ...(subscribe ? { subscribe: 1 } : {}),
});

/** Largest page of the profit table, in rows. */
export const PROFIT_ROWS_MAX = 500;

/**
 * Requests closed contracts, newest first. Without `description` the rows lack their shortcode, which contains the
 * terms.
 */
export const profitTable = (fromS: number, offset: number): DerivRequest => ({
  profit_table: 1,
  description: 1,
  date_from: String(fromS),
  sort: 'DESC',
  limit: PROFIT_ROWS_MAX,
  offset,
});

export const subscribeTicks = (symbol: string): DerivRequest => ({ ticks: symbol, subscribe: 1 });

/** Largest number of ticks or candles in one response. */
export const HISTORY_ROWS_MAX = 5_000;

/** Requests the ticks since `startS` and subscribes to later ones without a gap. */
export const resumeTicks = (symbol: string, startS: number): DerivRequest => ({
  ticks_history: symbol,
  start: startS,
  end: 'latest',
  count: HISTORY_ROWS_MAX,
  style: 'ticks',
  subscribe: 1,
});

/** Requests the newest HISTORY_ROWS_MAX ticks with startS ≤ epoch ≤ endS. */
export const tickHistory = (symbol: string, startS: number, endS: number): DerivRequest => ({
  ticks_history: symbol,
  start: startS,
  end: String(endS),
  count: HISTORY_ROWS_MAX,
  style: 'ticks',
});

/** Requests the newest HISTORY_ROWS_MAX candles with startS ≤ epoch ≤ endS. */
export const candleHistory = (symbol: string, granularityS: number, startS: number, endS: number): DerivRequest => ({
  ticks_history: symbol,
  start: startS,
  end: String(endS),
  count: HISTORY_ROWS_MAX,
  style: 'candles',
  granularity: granularityS,
});

/**
 * Returns the duration fields of a request. Whole days are sold as daily contracts; a duration in ticks stays in ticks;
 * all other durations are in seconds.
 */
function duration({ durationS, durationTicks }: ContractLength): DerivRequest {
  if (durationS === undefined) return { duration: durationTicks, duration_unit: 't' };
  if (durationS % DAY_S === 0) return { duration: durationS / DAY_S, duration_unit: 'd' };
  return { duration: durationS, duration_unit: 's' };
}
