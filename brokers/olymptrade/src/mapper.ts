import { knownCurrency, minorOf } from '@vigia/broker-kit/money';
import type { UnreadRow } from '@vigia/broker-kit/orders';
import type { BrokerAccount, BrokerContract, BrokerLog, ContractResult, TimedOrder } from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, type MinorUnits, minorUnits, type Ratio } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import type { Direction } from '@vigia/core/vocabulary';
import { pairOf, payoutOf, symbolOf } from './assets.ts';
import { type BalanceRow, type DealRow, termsIn } from './wire/shapes.ts';

/** Currency of a balance without a currency, as in the captured traffic: dollars, the broker's default (see README). */
const PRESUMED_CURRENCY = 'USD';

/** Converts a balance to an account; returns null if its currency is unknown. */
export function accountOf({ account_id, group, amount, currency }: BalanceRow, log: BrokerLog): BrokerAccount | null {
  const code = knownCurrency((currency ?? PRESUMED_CURRENCY).toUpperCase(), log);
  const balanceMinor = code === null ? null : minorOf(amount, code);
  return code === null || balanceMinor === null
    ? null
    : { accountId: account_id, kind: group, currency: code, balanceMinor };
}

/** Returns the currency of all accounts; null if the accounts have different currencies or none is listed. */
export function sharedCurrency([first, ...others]: readonly BrokerAccount[]): Currency | null {
  return first && others.every(({ currency }) => currency === first.currency) ? first.currency : null;
}

/**
 * Returns the payload `d` of an order request (event code 23). @param timestampMs time of sending, by the broker's
 * clock
 */
export const dealRequest = (order: TimedOrder, account: BrokerAccount, timestampMs: number) => [
  {
    amount: formatMinor(order.stakeMinor, account.currency),
    dir: order.direction === 'CALL' ? 'up' : 'down',
    pair: pairOf(order.symbol),
    cat: 'digital',
    pos: 0,
    source: 'platform',
    account_id: Number(account.accountId),
    group: account.kind,
    timestamp: timestampMs,
    risk_free_id: null,
    is_flex: false,
    duration: order.durationS,
  },
];

/** The fields of a deal that a row may lack. They come from its order or from an earlier message. */
export type DealFacts = Omit<BrokerContract, 'contractId' | 'result'>;

/** Removes the fields that are valid for one message only. */
export function dealFactsOf(contract: DealFacts): DealFacts {
  const { orderId, accountId, symbol, direction, stakeMinor, payoutRatio, openedAtMs, expiryMs } = contract;
  const { entryPrice, entryTickMs } = contract;
  return {
    orderId,
    accountId,
    symbol,
    direction,
    stakeMinor,
    payoutRatio,
    entryPrice,
    entryTickMs,
    openedAtMs,
    expiryMs,
  };
}

/** Returns the currency of an account; null for an account that is not listed. */
export type CurrencyOf = (accountId: string) => Currency | null;

/**
 * Converts a row to an option contract; returns null if required fields are missing or if the account is not listed.
 */
export function contractOf(
  row: DealRow,
  accountId: string | null,
  known: DealFacts | null,
  currencyOf: CurrencyOf,
): BrokerContract | null {
  const terms = known ?? termsOf(row, accountId, currencyOf);
  const currency = terms === null ? null : currencyOf(terms.accountId);
  if (terms === null || currency === null) return null;
  const contract = {
    ...terms,
    contractId: row.id,
    entryPrice: row.curs_open ?? terms.entryPrice,
    entryTickMs: timeOf(row.curs_open, row.time_open) ?? terms.entryTickMs,
  };
  return { ...contract, result: resultOf(row, contract, currency) };
}

/** Returns the terms that can be read from a record that is not a complete option contract. */
export function unreadRow(row: unknown, accountId: string, currencyOf: CurrencyOf): UnreadRow {
  const { id, pair, dir, amount, time_open } = termsIn(row);
  const currency = currencyOf(accountId);
  return {
    contractId: id ?? null,
    accountId,
    symbol: typeof pair === 'string' ? symbolOf(pair) : null,
    direction: dir ? directionOf(dir) : null,
    stakeMinor: typeof amount === 'number' && currency !== null ? minorOf(amount, currency) : null,
    openedAtMs: typeof time_open === 'number' ? time_open * 1_000 : null,
  };
}

const directionOf = (dir: 'up' | 'down'): Direction => (dir === 'up' ? 'CALL' : 'PUT');

function termsOf(row: DealRow, accountId: string | null, currencyOf: CurrencyOf): DealFacts | null {
  const { pair, dir, amount, time_open, duration, time_close } = row;
  const account = row.account_id ?? accountId;
  const symbol = pair === undefined ? null : symbolOf(pair);
  const currency = account === null ? null : currencyOf(account);
  const stakeMinor = amount === undefined || currency === null ? null : minorOf(amount, currency);
  const lengthS = duration ?? (time_close && time_open ? time_close - time_open : undefined);
  if (account === null || symbol === null || dir === undefined || stakeMinor === null) return null;
  if (time_open === undefined || lengthS === undefined) return null;
  return {
    orderId: null,
    accountId: account,
    symbol,
    direction: directionOf(dir),
    stakeMinor,
    payoutRatio: row.winperc === undefined ? null : payoutOf(row.winperc),
    entryPrice: row.curs_open ?? null,
    entryTickMs: timeOf(row.curs_open, row.time_open),
    openedAtMs: epochMs(Math.round(time_open * 1_000)),
    expiryMs: epochMs(Math.round((time_open + lengthS) * 1_000)),
  };
}

/** Returns the time that a row states for a price; null if price or time is missing. */
const timeOf = (price: number | null | undefined, timeS: number | undefined): EpochMs | null =>
  typeof price === 'number' && timeS !== undefined ? epochMs(Math.round(timeS * 1_000)) : null;

/**
 * Returns the result of a closed deal; null while the deal runs, and for an unknown status. The adapter does not guess
 * a result.
 */
function resultOf(
  row: DealRow,
  { stakeMinor, expiryMs, payoutRatio }: DealFacts,
  currency: Currency,
): ContractResult | null {
  const change = row.balance_change ?? null;
  const changeMinor: MinorUnits | null = change === null ? null : minorOf(change, currency);
  const end = {
    settlePrice: row.curs_close ?? null,
    settleTickMs: timeOf(row.curs_close, row.time_close),
    settledAtMs: row.time_close === undefined ? expiryMs : epochMs(Math.round(row.time_close * 1_000)),
  };
  switch (row.status) {
    case 'win': {
      const wonMinor = payoutRatio === null ? null : minorUnits(Math.round(stakeMinor * payoutRatio));
      const profitMinor = changeMinor ?? wonMinor;
      return profitMinor === null ? null : { ...end, outcome: 'won', profitMinor };
    }
    case 'loose':
    case 'lose':
      return {
        ...end,
        outcome: 'lost',
        profitMinor: changeMinor !== null && changeMinor < 0 ? changeMinor : minorUnits(-stakeMinor),
      };
    case 'standoff':
      return { ...end, outcome: 'tie', profitMinor: minorUnits(0) };
    case 'cancel':
      return { ...end, outcome: 'void', profitMinor: minorUnits(0) };
    default:
      return null;
  }
}

/**
 * Returns the terms of a deal, from its order and the reply to the order. If the reply has no payout, the payout of the
 * asset applies.
 */
export function termsOfOrder(
  order: TimedOrder,
  row: DealRow,
  { currency, payoutRatio, nowMs }: { currency: Currency | null; payoutRatio: Ratio | null; nowMs: number },
): DealFacts {
  const openedAtMs = epochMs(Math.round(row.time_open === undefined ? nowMs : row.time_open * 1_000));
  return {
    orderId: order.orderId,
    accountId: order.accountId,
    symbol: order.symbol,
    direction: order.direction,
    stakeMinor: (row.amount === undefined || !currency ? null : minorOf(row.amount, currency)) ?? order.stakeMinor,
    payoutRatio: row.winperc === undefined ? payoutRatio : payoutOf(row.winperc),
    entryPrice: row.curs_open ?? null,
    entryTickMs: timeOf(row.curs_open, row.time_open),
    openedAtMs,
    expiryMs: epochMs(openedAtMs + order.durationS * 1_000),
  };
}
