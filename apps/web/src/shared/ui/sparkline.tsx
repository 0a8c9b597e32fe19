import { cn } from '#shared/lib/cn.ts';

type SparklineProps = {
  readonly values: readonly number[];
  /** Text that screen readers announce instead of the curve. */
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
};

/** Draws a small curve over a dashed zero line. The colour shows whether the last value is a profit, a loss or zero. */
export function Sparkline({ values, label, width = 100, height = 36 }: SparklineProps) {
  if (values.length < 2) return null;
  const last = values.at(-1) ?? 0;
  const { points, zeroY } = layOut(values, width, height);
  const [lastX, lastY] = points.at(-1) ?? [0, 0];
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={cn('block', last > 0 ? 'text-call-candle' : last < 0 ? 'text-put-candle' : 'text-fg-2')}
    >
      <line x1="0" x2={width} y1={zeroY} y2={zeroY} className="stroke-line-strong" strokeDasharray="2 3" />
      <polygon points={`0,${zeroY} ${line} ${lastX.toFixed(1)},${zeroY}`} fill="currentColor" opacity=".1" />
      <polyline points={line} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={lastX} cy={lastY} r="2.5" fill="currentColor" />
    </svg>
  );
}

const PADDING = 3;

function layOut(values: readonly number[], width: number, height: number) {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const y = (value: number) => PADDING + (1 - (value - low) / (high - low || 1)) * (height - 2 * PADDING);
  const step = (width - PADDING) / (values.length - 1);
  return { points: values.map((value, index) => [index * step, y(value)] as const), zeroY: y(0) };
}
