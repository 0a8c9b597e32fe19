import { minorOf } from '@vigia/broker-kit/money';
import type { BrokerAsset, StakeLimits } from '@vigia/broker-kit/port';
import { type Ratio, ratio } from '@vigia/core/kernel';
import { type Currency, isCurrency } from '@vigia/core/money';
import type { AssetType } from '@vigia/core/vocabulary';
import { durationsWithin } from './durations.ts';
import type { Limits, PairRow } from './wire/shapes.ts';

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
/**
 * Bounds of the duration for a pair that states none. Known clients order a minute or more; the broker refuses other
 * durations.
 */
const MIN_DURATION_S = 60;
const MAX_DURATION_S = 3_600;
const SYMBOL = /^[A-Z0-9._-]{2,20}$/;
const OTC = '_OTC';

/**
 * Returns Vigía's symbol for a pair: `EURUSD_OTC` becomes `EURUSD-OTC`. Returns null if the name has characters that no
 * symbol may have.
 */
export function symbolOf(pair: string): string | null {
  const symbol = pair.endsWith(OTC) ? `${pair.slice(0, -OTC.length)}-OTC` : pair;
  return SYMBOL.test(symbol) ? symbol : null;
}

/** Returns the pair for a symbol that {@link symbolOf} returned. */
export const pairOf = (symbol: string): string =>
  symbol.endsWith('-OTC') ? `${symbol.slice(0, -OTC.length)}${OTC}` : symbol;

/** Converts the broker's payout percentage to a fraction in whole basis points. */
export const payoutOf = (percent: number): Ratio => ratio(Math.round(percent * 100) / 10_000);

/**
 * Builds an asset from the broker's rows.
 * @param currency currency of the accounts, in which a pair states its own stake limits; null if the accounts have
 * different currencies
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

/**
 * Returns the stake limits in each currency. In the currency of the accounts, a pair's own limits replace the general
 * limits.
 */
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
