import type { ChartGap } from '@vigia/core/candles';
import type { LabelLayout } from '../labels/lay-out-labels.ts';
import { type DrawingFrame, paintLabel, strokeLine } from './frame.ts';

/**
 * Draws a line at each gap between stored candles. A gap has no width on the chart, because the candles on both sides
 * are drawn side by side.
 */
export function paintGaps(frame: DrawingFrame, gaps: readonly ChartGap[]): void {
  for (const gap of gaps) {
    const x = Math.round(frame.x(gap.from * 1_000)) + 0.5;
    if (x < 0 || x > frame.width) continue;
    strokeLine(frame, [x, 0], [x, frame.height], {
      color: gapColor(frame, gap),
      dash: gap.kind === 'hole' ? [4, 3] : [1, 4],
    });
  }
}

/** Draws the labels of the gaps. */
export function paintGapLabels(frame: DrawingFrame, gaps: LabelLayout['gaps']): void {
  const { palette } = frame;
  for (const { gap, text, box } of gaps) {
    paintLabel(frame, text, box, {
      color: gap.kind === 'hole' ? palette.warn : palette.text3,
      background: palette.ground,
      border: gapColor(frame, gap),
    });
  }
}

const gapColor = ({ palette }: DrawingFrame, { kind }: ChartGap): string =>
  kind === 'hole' ? palette.warn : palette.lineControl;
