import { useId } from 'react';
import { cn } from '#shared/lib/cn.ts';

type ResultLineProps = {
  /** The points of the curve as `x,y x,y`, in pixels. The first point is at x = 0. */
  readonly line: string;
  readonly end: { readonly x: number; readonly y: number };
  /** The height of the zero line in pixels from the top. */
  readonly zeroY: number;
  /** Height of the whole picture in pixels. */
  readonly height: number;
};

/**
 * Draws the curve of a result over a dashed zero line, inside an `svg`. Each stretch has the colour of its side: a
 * stretch below zero is a loss, even if the curve ends with a profit.
 */
export function ResultLine({ line, end, zeroY, height }: ResultLineProps) {
  const id = useId();
  const zero = zeroY.toFixed(1);
  const endX = end.x.toFixed(1);
  const area = `0,${zero} ${line} ${endX},${zero}`;
  return (
    <>
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2={height}>
        <stop offset={zeroY / height} className="[stop-color:var(--call-candle)]" />
        <stop offset={zeroY / height} className="[stop-color:var(--put-candle)]" />
      </linearGradient>
      <line x1="0" x2={endX} y1={zero} y2={zero} className="stroke-line-strong" strokeDasharray="2 3" />
      <polygon points={area} fill={`url(#${id})`} opacity=".1" />
      <polyline points={line} fill="none" stroke={`url(#${id})`} strokeWidth="1.5" strokeLinejoin="round" />
      <circle
        cx={endX}
        cy={end.y}
        r="2.5"
        className={cn(end.y < zeroY ? 'fill-call-candle' : end.y > zeroY ? 'fill-put-candle' : 'fill-fg-2')}
      />
    </>
  );
}
