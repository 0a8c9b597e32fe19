import { secondsOf, type TradeLength } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';

/**
 * Lengths below a minute on paper, in seconds. Only the simulated market has them: it has a tick every 1.1 s, at most
 * 2 s apart, by our own clock. Very few ticks would decide a shorter length, and the delay of any other source is a
 * large part of such lengths (docs/decisions/0045-short-lengths.md).
 */
const SIMULATED_SECONDS: readonly number[] = [15, 30, 45];

/** Returns the lengths below a minute that the paper account takes on this source, in seconds, ascending. */
export const paperSecondsOn = (source: PriceSource): readonly number[] =>
  source === 'simulated' ? SIMULATED_SECONDS : [];

/** Returns the length in seconds if the paper account takes it on this source, else null. It takes no ticks. */
export function paperSeconds(source: PriceSource, length: TradeLength): number | null {
  if (length.unit === 'seconds' && !paperSecondsOn(source).includes(length.seconds)) return null;
  return secondsOf(length);
}
