import { type AssetSpec, demoMarket, lastTickBefore, SIMULATED_ASSETS } from '@vigia/core/market-model';
import { type Figure, figureWithin } from './figure.ts';
import { type MeasuredMarket, meanOf, measureMinutes, returnsOf } from './minutes.ts';

const SEEDS = 8;
const MINUTES = 30 * 1_440;
const GAP_MINUTES = 3 * 1_440;

/**
 * Figures of real prices: kurtosis and large moves of minutes of 2019, autocorrelation of minutes, and gaps between the
 * ticks of EURUSD at one broker on three days of May 2014.
 */
const REAL = { kurtosis: 67, over10: 4.3e-4, clustering: 0.3, gapP50Ms: 72, gapP99Ms: 17_195, gapMaxMs: 198_492 };
/** Largest gap of the simulated market. The screen takes a price that is older than 10 s for a lost connection. */
const GAP_MAX_MS = 9_600;

const quantile = ({ gapsMs }: MeasuredMarket, share: number): number =>
  gapsMs[Math.floor(share * gapsMs.length)] ?? NaN;

/** Compares the simulated EURUSD with real prices: each figure within a factor of two. */
export function realism(): readonly Figure[] {
  const asset = listed('EURUSD');
  const markets = Array.from({ length: SEEDS }, (_, seed) => demoMarket(seed, 'uneven'));
  const months = markets.map((market) => returnsOf(measureMinutes(market, asset, MINUTES).closes));
  const days = markets.map((market) => measureMinutes(market, asset, GAP_MINUTES));
  const over = (of: (returns: readonly number[]) => number): number => meanOf(months.map(of));
  const gap = (share: number): number => meanOf(days.map((each) => quantile(each, share)));
  return [
    figureWithin('kurtosis of 1-minute returns', over(kurtosisOf), REAL.kurtosis),
    figureWithin('share of minutes that move over 10 sd', over(over10Of), REAL.over10),
    figureWithin('autocorrelation of |r|, lag 1 min', over(clusteringOf), REAL.clustering),
    figureWithin('gap between ticks, p50, ms', gap(0.5), REAL.gapP50Ms),
    figureWithin('gap between ticks, p99, ms', gap(0.99), REAL.gapP99Ms),
    figureWithin(
      'gap between ticks, largest in 3 days, ms',
      Math.max(...days.map((each) => quantile(each, 1 - 1e-9))),
      REAL.gapMaxMs,
    ),
    largestGap(days),
    ...crosses(),
  ];
}

function largestGap(days: readonly MeasuredMarket[]): Figure {
  const measured = Math.max(...days.map(({ gapsMs }) => gapsMs.at(-1) ?? NaN));
  const limit = `≤ ${GAP_MAX_MS}`;
  return {
    name: 'gap between ticks, largest, below what counts as a lost price, ms',
    measured,
    limit,
    passed: measured <= GAP_MAX_MS,
  };
}

/** Compares cross rates with the prices of their legs, in steps of the cross. */
function crosses(): readonly Figure[] {
  return SIMULATED_ASSETS.flatMap((asset) => {
    if (asset.legs === null) return [];
    const [first, second] = [listed(asset.legs.first), listed(asset.legs.second)];
    const sign = asset.legs.by === 'product' ? 1 : -1;
    let measured = 0;
    for (let minute = 0; minute < 2_000; minute++) {
      const timeMs = Date.UTC(2026, 9, 1) + minute * 61_000;
      const [cross, one, two] = [asset, first, second].map((each) => lastTickBefore(MARKET, each, timeMs).price);
      measured = Math.max(measured, Math.abs((cross ?? 0) - (one ?? 0) * (two ?? 0) ** sign) / asset.tickSize);
    }
    // Half a step for the rounding of the cross, and half a step of each leg at its price.
    const exact = first.basePrice * second.basePrice ** sign;
    const steps =
      0.5 + (exact / asset.tickSize) * 0.5 * (first.tickSize / first.basePrice + second.tickSize / second.basePrice);
    const limit = Math.ceil(10 * steps * 1.1) / 10;
    return {
      name: `${asset.symbol} beside its legs, largest difference in steps`,
      measured,
      limit: `≤ ${limit}`,
      passed: measured <= limit,
    };
  });
}

const MARKET = demoMarket(1, 'uneven');

function kurtosisOf(returns: readonly number[]): number {
  return meanOf(returns.map((r) => r ** 4)) / meanOf(returns.map((r) => r ** 2)) ** 2;
}

function over10Of(returns: readonly number[]): number {
  const limit = 10 * Math.sqrt(meanOf(returns.map((r) => r ** 2)));
  return returns.filter((r) => Math.abs(r) > limit).length / returns.length;
}

function clusteringOf(returns: readonly number[]): number {
  const sizes = returns.map(Math.abs);
  const mean = meanOf(sizes);
  const products = sizes.slice(1).map((size, row) => (size - mean) * ((sizes[row] ?? mean) - mean));
  return meanOf(products) / meanOf(sizes.map((size) => (size - mean) ** 2));
}

function listed(symbol: string): AssetSpec {
  const asset = SIMULATED_ASSETS.find((each) => each.symbol === symbol);
  if (asset === undefined) throw new Error(`${symbol} is listed`);
  return asset;
}
