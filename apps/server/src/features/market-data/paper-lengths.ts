import { secondsOf, type TradeLength } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';

/**
 * Durations below a minute on paper, in seconds. Only the simulated market offers them: it has about one tick a second,
 * at most 9.6 s apart, by our own clock. In a shorter duration there may be no tick at all. On any other source its
 * delay would be a large part of such a duration (docs/decisions/0045-short-lengths.md).
 */
const SIMULATED_SECONDS: readonly number[] = [15, 30, 45];

/** Returns the durations below a minute that the paper account takes on this source, in seconds, ascending. */
export const paperSecondsOn = (source: PriceSource): readonly number[] =>
  source === 'simulated' ? SIMULATED_SECONDS : [];

/**
 * Returns the duration in seconds if the paper account takes it on this source, else null. The paper account takes no
 * durations in ticks.
 */
export function paperSeconds(source: PriceSource, length: TradeLength): number | null {
  if (length.unit === 'seconds' && !paperSecondsOn(source).includes(length.seconds)) return null;
  return secondsOf(length);
}
