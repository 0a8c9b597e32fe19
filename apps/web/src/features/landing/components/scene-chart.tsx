import type { Candle } from '@vigia/core/candles';
import { type Signal, type Zone, zoneBand } from '@vigia/core/pcr';
import { memo, useRef, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatMinute, formatPrice } from '#shared/lib/format.ts';
import { useElementWidth } from '#shared/lib/use-element-width.ts';
import { landingMessages } from '../messages.es.ts';
import { type ChartLayout, layOutChart, priceMarks, timeMarks } from '../model/chart-layout.ts';
import { MarketScene, measureScene, type SceneFrame, type SceneFrameOfReference } from '../model/market-scene.ts';

const words = landingMessages.chart;

type SceneChartProps = {
  readonly frame: SceneFrame;
  readonly reference: SceneFrameOfReference;
  readonly width: number;
  readonly height: number;
};

/** Draws one frame of the animation: grid, price zone, candles, signal and last price. */
export function SceneChart({ frame, reference, width, height }: SceneChartProps) {
  const layout = layOutChart(reference, frame.startTime, { width, height });
  return (
    <svg role="img" aria-label={words.label} width={width} height={height} className="block bg-inset text-12">
      <Grid layout={layout} reference={reference} />
      {frame.zones.map((zone) => (
        <ZoneBands key={zone.createdAt} zone={zone} layout={layout} />
      ))}
      <Candles candles={frame.closed} layout={layout} />
      {frame.forming && <CandleShape candle={frame.forming} layout={layout} />}
      {frame.zones.map((zone) => (
        <ZoneTag key={zone.createdAt} zone={zone} layout={layout} />
      ))}
      {frame.signal && <SignalMark signal={frame.signal} layout={layout} />}
      <LastPrice price={frame.price} layout={layout} decimals={reference.decimals} rising={isRising(frame)} />
    </svg>
  );
}

const isRising = ({ forming, closed }: SceneFrame): boolean => {
  const candle = forming ?? closed.at(-1);
  return candle !== undefined && candle.close >= candle.open;
};

type WithLayout = { readonly layout: ChartLayout };

const Grid = memo(function Grid({ layout, reference }: WithLayout & { readonly reference: SceneFrameOfReference }) {
  const { plotWidth, plotHeight, width, x, y } = layout;
  return (
    <g>
      {priceMarks(reference).map((price) => (
        <g key={price}>
          <line x1="0" x2={plotWidth} y1={y(price)} y2={y(price)} className="stroke-grid" />
          <text x={plotWidth + 8} y={y(price) + 4} className="fill-fg-3">
            {formatPrice(price, reference.decimals)}
          </text>
        </g>
      ))}
      {timeMarks(reference, layout.startTime).map((time) => (
        <g key={time}>
          <line x1={x(time)} x2={x(time)} y1="0" y2={plotHeight} className="stroke-grid" />
          <text x={x(time)} y={plotHeight + 17} textAnchor="middle" className="fill-fg-3">
            {formatMinute(time * 1_000)}
          </text>
        </g>
      ))}
      <line x1={plotWidth + 0.5} x2={plotWidth + 0.5} y1="0" y2={plotHeight} className="stroke-line" />
      <line x1="0" x2={width} y1={plotHeight + 0.5} y2={plotHeight + 0.5} className="stroke-line" />
    </g>
  );
}, sameLayout);

const Candles = memo(
  function Candles({ candles, layout }: WithLayout & { readonly candles: readonly Candle[] }) {
    return candles.map((candle) => <CandleShape key={candle.time} candle={candle} layout={layout} />);
  },
  (before, after) => before.candles === after.candles && sameLayout(before, after),
);

function sameLayout(before: WithLayout, after: WithLayout): boolean {
  const [{ width, height, startTime }, next] = [before.layout, after.layout];
  return width === next.width && height === next.height && startTime === next.startTime;
}

function CandleShape({ candle, layout: { x, y, bodyWidth } }: WithLayout & { readonly candle: Candle }) {
  const top = y(Math.max(candle.open, candle.close));
  const bottom = y(Math.min(candle.open, candle.close));
  const rising = candle.close >= candle.open;
  const middle = x(candle.time);
  return (
    <g className={rising ? 'fill-call-candle stroke-call-candle' : 'fill-put-candle stroke-put-candle'}>
      <line x1={middle} x2={middle} y1={y(candle.high)} y2={y(candle.low)} />
      <rect x={middle - bodyWidth / 2} y={top} width={bodyWidth} height={Math.max(1, bottom - top)} stroke="none" />
    </g>
  );
}

/** Draws the last frame without labels and as wide as the page, as a decoration. */
export function SceneBackdrop() {
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const [{ frame, reference }] = useState(() => ({
    frame: new MarketScene().finish(),
    reference: measureScene().reference,
  }));
  const height = Math.round(window.innerHeight * 0.46);
  const layout = layOutChart(reference, frame.startTime, { width, height });
  return (
    <div
      ref={box}
      aria-hidden
      className="pointer-events-none fixed inset-x-0 bottom-0 z-(--z-base) overflow-hidden opacity-16 [mask:linear-gradient(transparent,#000_60%)]"
      style={{ height }}
    >
      {width > 0 && (
        <svg width={width} height={height} className="block">
          {frame.zones.map((zone) => (
            <ZoneBands key={zone.createdAt} zone={zone} layout={layout} />
          ))}
          <Candles candles={frame.closed} layout={layout} />
          {frame.signal && <SignalMark signal={frame.signal} layout={layout} />}
        </svg>
      )}
    </div>
  );
}

const toneOf = (zone: Zone) =>
  zone.direction === 'CALL'
    ? { fill: 'fill-call-candle', line: 'stroke-call', text: 'fill-call' }
    : { fill: 'fill-put-candle', line: 'stroke-put', text: 'fill-put' };

function ZoneBands({ zone, layout: { x, y, plotWidth, pitch } }: WithLayout & { readonly zone: Zone }) {
  const tone = toneOf(zone);
  const { startTime, endTime, priceRange } = zone.sequence;
  const left = x(startTime) - pitch / 2;
  const right = x(endTime) - pitch / 2;
  const optimal = y(zone.levels.punto_optimo);
  return (
    <g className="animate-appear">
      {[zoneBand(zone, 'zona_ancha'), zoneBand(zone, 'zona_fina')].map((band, index) => (
        <rect
          key={index === 0 ? 'wide' : 'fine'}
          x={left}
          width={plotWidth - left}
          y={y(band.high)}
          height={y(band.low) - y(band.high)}
          className={tone.fill}
          opacity={index === 0 ? 0.11 : 0.2}
        />
      ))}
      <line
        x1={left}
        x2={plotWidth}
        y1={optimal}
        y2={optimal}
        className={tone.line}
        strokeDasharray="2 4"
        opacity=".9"
      />
      <rect
        x={left}
        width={right - left}
        y={y(priceRange.high) - 4}
        height={y(priceRange.low) - y(priceRange.high) + 8}
        className="fill-accent"
        opacity=".1"
      />
    </g>
  );
}

function ZoneTag({ zone, layout: { x, y, pitch } }: WithLayout & { readonly zone: Zone }) {
  const tone = toneOf(zone);
  const { startTime, endTime, length } = zone.sequence;
  const text = zone.direction === 'CALL' ? `▲ ${words.demand(length)}` : `▼ ${words.supply(length)}`;
  const left = x(startTime) - pitch / 2;
  const right = x(endTime) - pitch / 2;
  const edge = y(zone.extreme) + 5;
  return (
    <g className="animate-appear">
      <path
        d={`M${left} ${edge}V${edge + 5}H${right}V${edge}`}
        fill="none"
        className="stroke-accent"
        strokeWidth="1.5"
      />
      <rect x={left - 2} y={edge + 10} width={138} height={20} rx={6} className={cn('fill-surface', tone.line)} />
      <text x={left + 67} y={edge + 24} textAnchor="middle" className={cn('font-medium', tone.text)}>
        {text}
      </text>
    </g>
  );
}

function SignalMark({ signal, layout: { x, y, pitch } }: WithLayout & { readonly signal: Signal }) {
  const call = signal.direction === 'CALL';
  // The signal's entry time is the close of the candle that created the signal, so that candle is one position to the
  // left.
  const middle = x(signal.entryTime / 1_000) - pitch;
  const tip = call ? y(signal.zone.extreme) + 12 : y(signal.zone.extreme) - 12;
  const base = call ? tip + 10 : tip - 10;
  return (
    <path
      d={`M${middle} ${tip}L${middle + 6} ${base}H${middle - 6}Z`}
      className={cn('animate-appear stroke-inset [paint-order:stroke]', call ? 'fill-call' : 'fill-put')}
      strokeWidth="2"
    />
  );
}

type LastPriceProps = WithLayout & { readonly price: number; readonly decimals: number; readonly rising: boolean };

function LastPrice({ price, decimals, rising, layout: { y, plotWidth, axisWidth } }: LastPriceProps) {
  const at = y(price);
  return (
    <g>
      <line x1="0" x2={plotWidth} y1={at} y2={at} className="stroke-fg-3" strokeDasharray="1 3" />
      <rect
        x={plotWidth + 1}
        y={at - 9}
        width={axisWidth - 3}
        height={18}
        rx={3}
        className={rising ? 'fill-call-fill' : 'fill-put-fill'}
      />
      <text x={plotWidth + 8} y={at + 4} className="fill-on-fill font-semibold">
        {formatPrice(price, decimals)}
      </text>
    </g>
  );
}
