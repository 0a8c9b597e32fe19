import type { ResultMark, SignalMark } from '../marks/trade-marks.ts';
import type { Box } from './box.ts';
import { LABEL_PRIORITY, type LabelPlot } from './label-scene.ts';
import type { WantedLabel } from './place-labels.ts';

/** Width and height in pixels of the badge of a result. */
const BADGE_PX = 16;
/** Space in pixels between a badge and its candle, and between two badges. */
const GAP_PX = 3;
/** Number of badges that fit above or below one candle. */
const STACKED = 5;

/** Size in pixels of a signal's triangle with the sign of its outcome. */
const SIGNAL = { width: 12, height: 24, gap: 3 } as const;

export const resultId = ({ id }: ResultMark): string => `result ${id}`;

/**
 * Returns the badge of a result at the time of its expiry, below its candle for a CALL and above it for a PUT. Further
 * badges of the same candle stack outwards.
 */
export function wantedBadge(result: ResultMark, rank: number, plot: LabelPlot): WantedLabel {
  const left = Math.round(plot.x(result.atMs) - BADGE_PX / 2);
  const y = plot.y(result.price);
  const { top, bottom } = plot.candles.spanOf(left, left + BADGE_PX) ?? { top: y, bottom: y };
  const at = (boxTop: number): Box => ({ left, top: Math.round(boxTop), width: BADGE_PX, height: BADGE_PX });
  const steps = Array.from({ length: STACKED }, (_, step) => step * (BADGE_PX + GAP_PX));
  const below = steps.map((step) => at(Math.ceil(bottom) + GAP_PX + step));
  const above = steps.map((step) => at(Math.floor(top) - GAP_PX - BADGE_PX - step));
  return {
    id: resultId(result),
    priority: LABEL_PRIORITY.result - rank,
    places: result.direction === 'CALL' ? [...below, ...above] : [...above, ...below],
  };
}

/** A signal with the box of its triangle and its sign. The triangle points to the candle. */
export type PlacedSignal = { readonly signal: SignalMark; readonly box: Box };

/** Returns the boxes of the visible signals: below the candle for a CALL, above it for a PUT. */
export function placedSignals(signals: readonly SignalMark[], plot: LabelPlot): PlacedSignal[] {
  return signals.flatMap((signal) => {
    const x = plot.x(signal.atMs);
    if (x < 0 || x > plot.width) return [];
    const left = x - SIGNAL.width / 2;
    const y = plot.y(signal.price);
    const { top, bottom } = plot.candles.spanOf(left, left + SIGNAL.width) ?? { top: y, bottom: y };
    const boxTop = signal.direction === 'CALL' ? bottom + SIGNAL.gap : top - SIGNAL.gap - SIGNAL.height;
    return { signal, box: { left, top: boxTop, width: SIGNAL.width, height: SIGNAL.height } };
  });
}
