import type { FeedAsset } from '@vigia/broker-kit/port';
import { minorUnits } from '@vigia/core/kernel';
import { SIMULATED_ASSETS, simulatedAsset } from '@vigia/core/market-model';
import type { AssetBook } from './assets.ts';

/** Deriv's own markets that are open around the clock: `R_100` ticks every 2 s, `1HZ100V` every second. */
const SYNTHETIC = /^(?:R_(\d+)|1HZ(\d+)V)$/;
/** Stake limits of a paper trade on an asset that the simulated market does not have. */
const STAKES = { minTradeAmountMinor: minorUnits(100), maxTradeAmountMinor: minorUnits(200_000) } as const;

/**
 * Returns the assets for paper trading on Deriv's prices: first Vigía's usual assets that Deriv lists, then Deriv's
 * volatility indices.
 */
export function feedAssets(book: AssetBook): readonly FeedAsset[] {
  const ours = SIMULATED_ASSETS.map(({ symbol }) => symbol);
  const synthetic = book
    .assets()
    .map(({ symbol }) => symbol)
    .filter((symbol) => SYNTHETIC.test(symbol))
    .toSorted((a, b) => speedOf(a) - speedOf(b));
  return [...ours, ...synthetic].flatMap((symbol) => {
    const listed = book.asset(symbol);
    if (!listed) return [];
    const { type, decimals } = listed;
    const spec = simulatedAsset(symbol);
    const { minTradeAmountMinor, maxTradeAmountMinor } = spec ?? STAKES;
    const name = spec?.name ?? syntheticName(symbol);
    return [
      { symbol, name, type, decimals, tickSize: Number(`1e-${decimals}`), minTradeAmountMinor, maxTradeAmountMinor },
    ];
  });
}

function syntheticName(symbol: string): string {
  const [, everyTwoSeconds, everySecond] = SYNTHETIC.exec(symbol) ?? [];
  return everySecond === undefined ? `Volatilidad ${everyTwoSeconds}` : `Volatilidad ${everySecond} (1 s)`;
}

/**
 * Returns the sort key of a volatility index. Indices are sorted by volatility; for equal volatility the index with
 * slower ticks is first.
 */
function speedOf(symbol: string): number {
  const [, everyTwoSeconds, everySecond] = SYNTHETIC.exec(symbol) ?? [];
  return everySecond === undefined ? Number(everyTwoSeconds) : Number(everySecond) + 0.5;
}
