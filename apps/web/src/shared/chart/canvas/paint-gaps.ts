import type { ChartGap } from '@vigia/core/candles';
import { gapText } from '../marks/gap-text.ts';
import { drawLabel, type Frame, strokeLine } from './frame.ts';

const LABEL_TOP_PX = 40;

/**
 * Draws a line and a label at each gap between stored candles. A gap has no width on the chart, because the candles on
 * both sides are drawn side by side.
 */
export function paintGaps(frame: Frame, gaps: readonly ChartGap[]): void {
  const { palette, width, height } = frame;
  for (const gap of gaps) {
    const x = Math.round(frame.x(gap.from * 1_000)) + 0.5;
    if (x < 0 || x > width) continue;
    const color = gap.kind === 'hole' ? palette.warn : palette.lineControl;
    strokeLine(frame, [x, 0], [x, height], { color, dash: gap.kind === 'hole' ? [4, 3] : [1, 4] });
    drawLabel(
      frame,
      gapText(gap),
      { centerX: x, top: LABEL_TOP_PX, away: 1, optional: true },
      {
        color: gap.kind === 'hole' ? palette.warn : palette.text3,
        background: palette.ground,
        border: color,
        radius: 4,
        weight: 500,
      },
    );
  }
}
