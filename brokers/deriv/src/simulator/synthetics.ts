import type { MarketSpec } from '@vigia/broker-kit/simulator';
import { minorUnits } from '@vigia/core/kernel';

/** A volatility index of Deriv: its volatility in per cent, and whether it has a tick every second. */
type Synthetic = {
  readonly percent: number;
  readonly isFast: boolean;
  readonly basePrice: number;
  readonly decimals: number;
};

/** The simulated volatility indices. Their prices are invented; their volatilities are those in the names. */
const SYNTHETICS: readonly Synthetic[] = [
  { percent: 10, isFast: false, basePrice: 6_100, decimals: 3 },
  { percent: 25, isFast: false, basePrice: 2_700, decimals: 3 },
  { percent: 50, isFast: false, basePrice: 210, decimals: 4 },
  { percent: 75, isFast: false, basePrice: 96_000, decimals: 4 },
  { percent: 100, isFast: false, basePrice: 1_300, decimals: 2 },
  { percent: 10, isFast: true, basePrice: 9_800, decimals: 2 },
  { percent: 25, isFast: true, basePrice: 560_000, decimals: 2 },
  { percent: 50, isFast: true, basePrice: 190_000, decimals: 2 },
  { percent: 75, isFast: true, basePrice: 4_700, decimals: 2 },
  { percent: 100, isFast: true, basePrice: 1_100, decimals: 2 },
];

const symbolOf = ({ percent, isFast }: Synthetic): string => (isFast ? `1HZ${percent}V` : `R_${percent}`);

/** Rows of the list of assets. Vigía uses Deriv's symbols for these indices. */
export const SYNTHETIC_ROWS = SYNTHETICS.map((one) => ({
  theirs: symbolOf(one),
  ours: symbolOf(one),
  name: `Volatility ${one.percent}${one.isFast ? ' (1s)' : ''} Index`,
  market: 'synthetic_index',
  submarket: 'random_index',
  type: 'stockindex',
}));

/** Specifications of the indices for the market model. They trade around the clock. */
export const SYNTHETIC_SPECS: readonly MarketSpec[] = SYNTHETICS.map((one) => ({
  symbol: symbolOf(one),
  name: symbolOf(one),
  type: 'indices',
  basePrice: one.basePrice,
  decimals: one.decimals,
  tickSize: Number(`1e-${one.decimals}`),
  annualVolatilityRatio: one.percent / 100,
  minTradeAmountMinor: minorUnits(35),
  maxTradeAmountMinor: minorUnits(200_000),
  hourProfile: 'crypto',
  legs: null,
}));
