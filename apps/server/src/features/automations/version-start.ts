import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { AutomationRow } from './automation.ts';

/**
 * Returns true if a candle closes after the version went live. An earlier candle belongs to the history of the version.
 * @param time open time of the candle, epoch seconds
 */
export const closesAfterVersionStart = ({ timeframe, live_since }: AutomationRow, time: number): boolean =>
  (time + TIMEFRAME_SECONDS[timeframe]) * 1_000 > live_since.getTime();
