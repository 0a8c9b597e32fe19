import { ResultLine } from './result-line.tsx';

type SparklineProps = {
  readonly values: readonly number[];
  /** Text that screen readers announce instead of the curve. */
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
};

/** Draws a small curve over a dashed zero line. Stretches above and below zero have the colours of profit and loss. */
export function Sparkline({ values, label, width = 100, height = 36 }: SparklineProps) {
  if (values.length < 2) return null;
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
      className="block"
    >
      <ResultLine line={line} end={{ x: lastX, y: lastY }} zeroY={zeroY} height={height} />
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
