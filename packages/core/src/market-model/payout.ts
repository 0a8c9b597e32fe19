import { type Ratio, ratio } from '#kernel/index.ts';
import type { AssetSpec } from './assets.ts';
import { childKey, KEY_PURPOSE, type MarketKey, symbolKey } from './market-key.ts';
import { WordStream } from './word-stream.ts';

const MIN_PERCENT = 70;
const MAX_PERCENT = 92;
const HOUR_MS = 3_600_000;

/**
 * Returns the profit of a won trade as a fraction of its stake, in whole per cents between 0.70 and 0.92. It depends on
 * the asset, the duration and the hour that contains `timeMs`. It is constant within that hour.
 */
export function payoutRatio(
  key: MarketKey,
  asset: Pick<AssetSpec, 'symbol'>,
  durationS: number,
  timeMs: number,
): Ratio {
  const words = new WordStream(symbolKey(childKey(key, KEY_PURPOSE.payout, 0), asset.symbol), KEY_PURPOSE.payout);
  const ofAsset = 80 + pick(words, 0, 8);
  const ofHour = pick(words, 1 + Math.floor(timeMs / HOUR_MS), 7) - 3;
  const percent = ofAsset + ofHour + durationBonus(durationS);
  return ratio(Math.min(MAX_PERCENT, Math.max(MIN_PERCENT, percent)) / 100);
}

/**
 * Returns the adjustment of the payout by duration, in per cents. Short and very long trades pay less, as at real
 * brokers.
 */
function durationBonus(durationS: number): number {
  if (durationS < 180) return -3;
  if (durationS <= 900) return 2;
  return durationS <= 3_600 ? 0 : -5;
}

/** Returns a whole number in 0 … count − 1 from the stream `index`. */
function pick(words: WordStream, index: number, count: number): number {
  words.restart(index);
  return Math.floor(words.nextUnit() * count);
}
