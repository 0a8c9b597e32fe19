import { amountOf, type BookAccount, type BookContract, type MarketAsset } from '@vigia/broker-kit/simulator';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import type { OlympTradeQuirks } from './quirks.ts';

/**
 * Rows of the broker's messages. Each comment names the event code; `captured` means that keys and types are those of
 * captured traffic.
 */

export const pairOf = (symbol: string): string => symbol.replace(/-OTC$/, '_OTC');
export const symbolOf = (pair: string): string => pair.replace(/_OTC$/, '-OTC');

const seconds = (ms: number): number => Math.floor(ms / 1_000);

/** Difference between the ids of the second and the first real account. */
const SECOND = 500_000;

/** Event 55, a balance with the keys and types of a recording. */
const balanceRow = ({ accountId, kind, currency, balanceMinor }: Readonly<BookAccount>) => ({
  amount: amountOf(balanceMinor, currency),
  amount_bonus: 0,
  amount_bonus_free: 0,
  amount_free: amountOf(balanceMinor, currency),
  amount_real: amountOf(balanceMinor, currency),
  account_id: Number(accountId),
  group: kind,
  holds: { payout: 0 },
  // The recordings are of dollar accounts and contain no currency.
  ...(currency === PAPER_CURRENCY ? {} : { currency: currency.toLowerCase() }),
});

/**
 * Event 55, the balances of a login. A second real account is empty and differs from the first only in its id
 * (captured).
 */
export function balanceRows(accounts: readonly Readonly<BookAccount>[], { realAccounts }: Readonly<OlympTradeQuirks>) {
  const rows = accounts.map(balanceRow);
  const real = rows.find(({ group }) => group === 'real');
  if (realAccounts === 1 || !real) return rows;
  return [...rows, { ...real, account_id: real.account_id + SECOND, amount: 0, amount_free: 0, amount_real: 0 }];
}

const bounds = (min: number, max: number) => ({ min, max, default: min });

/** Event 75, the stake limits of the market in each currency, with the keys and types of a recording. */
export function fixedTimeLimits(assets: readonly Readonly<MarketAsset>[]) {
  const [minMinor, maxMinor] = [assets[0]?.minStakeMinor ?? 0, assets[0]?.maxStakeMinor ?? 0];
  const inCurrency = (currency: Currency) => bounds(amountOf(minMinor, currency), amountOf(maxMinor, currency));
  return { usd: inCurrency('USD'), eur: inCurrency('EUR'), brl: inCurrency('BRL'), inr: inCurrency('INR') };
}

/** Event 1055, limits of forex deals with the keys and types of a recording. */
export const FOREX_LIMITS = {
  usd: bounds(1, 2_000),
  eur: bounds(1, 2_000),
  brl: bounds(5, 10_000),
  inr: bounds(70, 140_000),
};

const GROUPS = {
  forex: 'currency',
  crypto: 'crypto',
  commodities: 'commodity',
  indices: 'index',
  stocks: 'stock',
} as const;

/** Event 70, a pair. The keys are those that an older client reads. */
export const pairRow = (
  { spec, symbol, isOpen, payoutRatio, minStakeMinor, maxStakeMinor }: Readonly<MarketAsset>,
  currency: Currency,
) => ({
  id: pairOf(symbol),
  name: pairOf(symbol),
  title: spec.name,
  group: GROUPS[spec.type],
  precision: spec.decimals,
  locked: !isOpen,
  locked_trading: !isOpen,
  active: true,
  winperc: percent(payoutRatio),
  min_duration: 5,
  max_duration: 14_400,
  min_amount: amountOf(minStakeMinor, currency),
  max_amount: amountOf(maxStakeMinor, currency),
  time_open: 0,
  time_close: 0,
});

/** Events 1054 and 2223, an instrument, with the keys that occur in both recordings. */
export const instrumentRow = ({ spec, symbol, isOpen }: Readonly<MarketAsset>) => ({
  id: pairOf(symbol),
  title: spec.name,
  aliases: [],
  group: GROUPS[spec.type],
  group_view: [GROUPS[spec.type]],
  precision: spec.decimals,
  time_open: 0,
  time_close: 0,
  locked: !isOpen,
  locked_reason: isOpen ? '' : 'schedule',
  locked_trading: !isOpen,
  is_endless: false,
});

const percent = (payoutRatio: number): number => Math.round(payoutRatio * 10_000) / 100;

/** Events 182 and 183, the payout of a pair. */
export const profitabilityRow = ({ symbol, payoutRatio }: Readonly<MarketAsset>) => ({
  pair: pairOf(symbol),
  profitability: percent(payoutRatio),
});

/** Event 72, the payout of a pair in the older form. */
export const winpercRow = ({ symbol, payoutRatio }: Readonly<MarketAsset>) => ({
  pair: pairOf(symbol),
  winperc: percent(payoutRatio),
});

/** Event 1097, the percentage of traders who expect a rise, with the keys and types of a recording. */
export const sentimentRow = ({ symbol }: Readonly<MarketAsset>) => ({ pair: pairOf(symbol), sentiment: 50 });

const STATUS = { won: 'win', lost: 'loose', tie: 'standoff' } as const;

const statusOf = ({ result }: Readonly<BookContract>): string => (result ? STATUS[result.outcome] : 'proceed');

/** Reply to event 23, an order. */
export const openedRow = (contract: Readonly<BookContract>, currency: Currency) => ({
  id: Number(contract.contractId),
  amount: amountOf(contract.stakeMinor, currency),
  winperc: percent(contract.payoutRatio),
  status: 'proceed',
  time_open: seconds(contract.openedAtMs),
});

/** Event 22: a deal was accepted. */
export const acceptedRow = (contract: Readonly<BookContract>) => ({
  id: Number(contract.contractId),
  status: 'proceed',
});

/** Event 26: a deal ended. */
export const closedRow = (contract: Readonly<BookContract>, currency: Currency) => ({
  id: Number(contract.contractId),
  status: statusOf(contract),
  balance_change: amountOf(contract.result?.profitMinor ?? 0, currency),
  curs_close: contract.result?.settlePrice ?? null,
  time_close: seconds(contract.result?.settledAtMs ?? contract.expiryMs),
});

/** Names of the fields with the terms of a listed deal. */
export const TERMS = ['pair', 'dir', 'duration'];

/** A deal in a list (event 31 and the history). */
export const listedRow = (contract: Readonly<BookContract>, currency: Currency) => ({
  ...openedRow(contract, currency),
  ...(contract.result ? closedRow(contract, currency) : {}),
  pair: pairOf(contract.symbol),
  dir: contract.direction === 'CALL' ? 'up' : 'down',
  cat: 'digital',
  account_id: Number(contract.accountId),
  curs_open: contract.entryPrice,
  duration: seconds(contract.expiryMs) - seconds(contract.openedAtMs),
});
