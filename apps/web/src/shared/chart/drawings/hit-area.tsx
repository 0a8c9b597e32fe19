import type { DrawingShape } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import type { ChartView } from '../view/chart-view.ts';
import { boxOf } from './shape-lines.tsx';
import { coveredLineOf, endPositionsOf } from './shapes.ts';
import { textBoxOf } from './text-box.ts';

type HitAreaProps = { readonly shape: DrawingShape; readonly view: ChartView; readonly isSelected: boolean };

/**
 * Renders a hit area that is wider than the line, and even wider on touch screens. A rectangle has hit areas only at
 * its edges, and a Fibonacci retracement only between its points, so that a press beside them pans the chart.
 */
export function HitArea({ shape, view, isSelected }: HitAreaProps) {
  const [from, to] = endPositionsOf(shape, view);
  const wide = 'fill-transparent stroke-transparent stroke-[14px] pointer-coarse:stroke-[32px]';
  switch (shape.kind) {
    case 'rectangle':
      return (
        <rect
          {...boxOf(from, to)}
          className={cn(wide, isSelected ? '[pointer-events:all]' : '[pointer-events:stroke]')}
        />
      );
    case 'text':
      return <rect {...textBoxOf(shape.text, from)} className={cn(wide, '[pointer-events:all]')} />;
    case 'horizontal_line':
    case 'trend_line':
    case 'ray':
    case 'fibonacci': {
      const [first, last] = shape.kind === 'fibonacci' ? [from, to] : coveredLineOf(shape, view);
      return (
        <line
          {...{ x1: first.x, y1: first.y, x2: last.x, y2: last.y }}
          className={cn(wide, '[pointer-events:stroke]')}
        />
      );
    }
  }
}
