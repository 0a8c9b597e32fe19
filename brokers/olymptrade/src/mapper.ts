import { knownCurrency, minorOf } from '@vigia/broker-kit/money';
import type { UnreadRow } from '@vigia/broker-kit/orders';
import type {
  BrokerAccount,
  BrokerAsset,
  BrokerContract,
  BrokerLog,
  BrokerOrder,
  ContractResult,
  StakeLimits,
} from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, type MinorUnits, minorUnits, type Ratio, ratio } from '@vigia/core/kernel';
import { type Currency, formatMinor, isCurrency } from '@vigia/core/money';
import type { AssetType, Direction } from '@vigia/core/vocabulary';
import { durationsWithin } from './durations.ts';
import { type BalanceRow, type DealRow, type Limits, type PairRow, termsIn } from './wire/shapes.ts';

/** Captured balances name no currency. A row without one counts as dollars, the site's default (see README). */
const PRESUMED_CURRENCY = 'USD';

const TYPES: Readonly<Record<string, AssetType>> = {
  currency: 'forex',
  crypto: 'crypto',
  cryptocurrency: 'crypto',
  index: 'indices',
  composite: 'indices',
  stock: 'stocks',
  commodity: 'commodities',
  metal: 'commodities',
};
/** Durations of a pair that names none. Clients order from a minute on; the site refuses what it does not take. */
const MIN_DURATION_S = 60;
const MAX_DURATION_S = 3_600;
const SYMBOL = /^[A-Z0-9._-]{2,20}$/;
const OTC = '_OTC';

/** Our symbol of a pair: `EURUSD_OTC` becomes `EURUSD-OTC`; null if it has characters that no symbol may have. */
export function symbolOf(pair: string): string | null {
  const symbol = pair.endsWith(OTC) ? `${pair.slice(0, -OTC.length)}-OTC` : pair;
  return SYMBOL.test(symbol) ? symbol : null;
}

/** The pair of a symbol made by {@link symbolOf}. */
export const pairOf = (symbol: string): string =>
  symbol.endsWith('-OTC') ? `${symbol.slice(0, -OTC.length)}${OTC}` : symbol;

/** An account; null if we do not know its currency. */
export function accountOf({ account_id, group, amount, currency }: BalanceRow, log: BrokerLog): BrokerAccount | null {
  const code = knownCurrency((currency ?? PRESUMED_CURRENCY).toUpperCase(), log);
  const balanceMinor = code === null ? null : minorOf(amount, code);
  return code === null || balanceMinor === null
    ? null
    : { accountId: account_id, kind: group, currency: code, balanceMinor };
}

/** The currency of all accounts; null if they differ or none is listed. */
export function sharedCurrency([first, ...others]: readonly BrokerAccount[]): Currency | null {
  return first && others.every(({ currency }) => currency === first.currency) ? first.currency : null;
}

/** Converts the broker's payout percentage to a fraction in whole basis points. */
const payoutOf = (percent: number): Ratio => ratio(Math.round(percent * 100) / 10_000);

/**
 * Builds an asset from the broker's rows.
 * @param currency of the accounts, in which a pair states its own stake limits; null if the accounts' differ
 */
export function assetOf(
  row: PairRow,
  percent: number | null,
  limits: Limits,
  currency: Currency | null,
): BrokerAsset | null {
  const symbol = symbolOf(row.pair);
  if (symbol === null) return null;
  const isOpen = row.locked !== true && row.locked_trading !== true && row.active !== false && percent !== null;
  return {
    symbol,
    name: row.title ?? row.pair,
    type: TYPES[row.group ?? ''] ?? 'forex',
    decimals: row.precision ?? 5,
    isOpen,
    durationsS: durationsWithin(row.min_duration ?? MIN_DURATION_S, row.max_duration ?? MAX_DURATION_S),
    payoutRatio: percent === null ? null : payoutOf(percent),
    stakeLimits: stakeLimitsOf(row, limits, currency),
  };
}

/** The limits of each currency. A pair's own limits count in the accounts' currency, before those of the currency. */
function stakeLimitsOf(row: PairRow, limits: Limits, currency: Currency | null): readonly StakeLimits[] {
  const stated = Object.entries(limits).flatMap(([code, { min, max }]) => {
    const upper = code.toUpperCase();
    return isCurrency(upper) ? [limitsIn(upper, min, max)] : [];
  });
  if (currency === null) return stated;
  const known = stated.find((one) => one.currency === currency);
  const own = limitsIn(currency, row.min_amount, row.max_amount);
  const both = {
    currency,
    minStakeMinor: own.minStakeMinor ?? known?.minStakeMinor ?? null,
    maxStakeMinor: own.maxStakeMinor ?? known?.maxStakeMinor ?? null,
  };
  return [both, ...stated.filter((one) => one !== known)];
}

const limitsIn = (currency: Currency, min: number | undefined, max: number | undefined): StakeLimits => ({
  currency,
  minStakeMinor: min === undefined ? null : minorOf(min, currency),
  maxStakeMinor: max === undefined ? null : minorOf(max, currency),
});

/** The payload `d` of an order request (event code 23). */
export const dealRequest = (order: BrokerOrder, account: BrokerAccount, timestampMs: number) => [
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
export type DealBackground = Omit<BrokerContract, 'contractId' | 'result'>;

/** Removes the fields that hold for one message only. */
export function backgroundOf(contract: DealBackground): DealBackground {
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

/** The currency of an account; null for an account that is not listed. */
export type CurrencyOf = (accountId: string) => Currency | null;

/** The contract of a row; null if required fields are missing, or its account is not listed. */
export function contractOf(
  row: DealRow,
  accountId: string | null,
  known: DealBackground | null,
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

/** What can be read of a row in the records of an account that is no whole contract. */
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

function termsOf(row: DealRow, accountId: string | null, currencyOf: CurrencyOf): DealBackground | null {
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

/** The time that a row states beside a price; null without one of the two. */
const timeOf = (price: number | null | undefined, timeS: number | undefined): EpochMs | null =>
  typeof price === 'number' && timeS !== undefined ? epochMs(Math.round(timeS * 1_000)) : null;

/** How a closed deal ended; null while it runs and for an unknown status, whose result is not guessed. */
function resultOf(
  row: DealRow,
  { stakeMinor, expiryMs, payoutRatio }: DealBackground,
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

/** The terms of our own deal, from the reply to its order. If the reply has no payout, the listed payout applies. */
export function termsOfOrder(
  order: BrokerOrder,
  row: DealRow,
  { currency, payoutRatio, nowMs }: { currency: Currency | null; payoutRatio: Ratio | null; nowMs: number },
): DealBackground {
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
