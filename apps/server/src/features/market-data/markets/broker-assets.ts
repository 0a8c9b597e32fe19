import { stakeLimitsIn } from '@vigia/broker-kit/money';
import type { BrokerAsset, FeedAsset } from '@vigia/broker-kit/port';
import { minorUnits } from '@vigia/core/kernel';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import { PAPER_CURRENCY } from '@vigia/core/money';

/** Largest number of assets that are watched concurrently. Each is a subscription in a user's session. */
const WATCHED_MAX = 25;
const OTC = /-OTC$/;
/** Stake limits of a paper trade on an asset for which the broker states none in the paper account's currency. */
const STAKES = { min: minorUnits(100), max: minorUnits(500_000) };

const OURS = new Map(SIMULATED_ASSETS.map(({ symbol }, index) => [symbol, index]));

/**
 * Selects the assets of a broker to watch: the product's own assets first, then their OTC versions, then others; open
 * ones before closed ones.
 */
export function selectWatchedAssets(offered: readonly BrokerAsset[]): readonly FeedAsset[] {
  return offered
    .filter(({ payoutRatio }) => payoutRatio !== null)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, WATCHED_MAX)
    .map((asset) => {
      const { symbol, name, type, decimals } = asset;
      const { minStakeMinor, maxStakeMinor } = stakeLimitsIn(asset, PAPER_CURRENCY);
      return {
        symbol,
        name,
        type,
        decimals,
        tickSize: 10 ** -decimals,
        minTradeAmountMinor: minStakeMinor ?? STAKES.min,
        maxTradeAmountMinor: maxStakeMinor ?? STAKES.max,
      };
    });
}

/**
 * Returns the rank of an asset: the product's own assets first, then their OTC versions, then the rest; closed assets
 * after all open ones.
 */
function rankOf({ symbol, isOpen }: BrokerAsset): number {
  const place = OURS.get(symbol.replace(OTC, '')) ?? OURS.size;
  const group = place === OURS.size ? 2 : OTC.test(symbol) ? 1 : 0;
  return (isOpen ? 0 : 10_000) + group * 1_000 + place;
}
